#!/bin/sh
# SPDX-License-Identifier: MIT
# notices.sh EVENTS - does the suite notice? Each change below makes an expectation wrong, and the program (tests/events/run.c)
# must say so. The first line of the table is no change: that passes.
suite=$1
from=$(cd "$(dirname "$0")" && pwd)
place=$(mktemp -d) || exit 2
trap 'rm -rf "$place"' EXIT
failed=0

# model, what sed does to its expectation, exit status, part of the output
try() {
    rm -f "$place"/*
    cp "$from/$1.mo" "$from/$1.events" "$place"
    sed "$2" "$from/$1.events" > "$place/$1.events"
    [ -n "$5" ] && echo "$1 qss2 $5" > "$place/exceptions.txt"
    "$suite" "$place/$1.mo" qss2 > "$place/out" 2>&1
    status=$?
    if [ $status -ne "$3" ] || ! grep -q "$4" "$place/out"; then
        echo "not noticed: $1, $2, $5 (exit $status)"
        cat "$place/out"
        failed=1
    fi
}

try cubic '' 0 ' ok$'
try cubic '/^1.5 /d' 1 'event 3 is - y > 0'
try cubic '/^1.5 /s/-/+/' 1 'event 3 is - y > 0'
try cubic '/^1.5 /s/y > 0/y > 1/' 1 'event 3 is - y > 0'
try cubic '/^1.5 /s/1.5/1.50001/' 1 'instead of 1.50001'
try cubic '/^2.2 /d' 1 'is one too many'
try cubic '$a 2.9 + y > 0' 1 'is missing'
try cubic '/^value n/s/2/3/' 1 'n ends as 2 instead of 3'
try cubic 's/^value n/value k/' 1 "no variable 'k'"
try cubic '/^stop/d' 1 'does not say when to stop'
try cubic '$a nonsense' 1 'not understood'
try cubic '' 1 'but it passes' 'for no reason'
try cubic '/^1.5 /d' 0 'exception: ' 'the third event is not told'
try unsettled 's/EZENO/ESTUCK/' 1 'ends with EZENO'
try unsettled 's/^says .*/says nothing/' 1 'does not say'
try unsettled 's/^ends EZENO.*/ends EZENO 2/' 1 'ends at 1 '
try unsettled '/^\.\.\./d' 1 'is one too many'
exit $failed
