#!/bin/sh
# SPDX-License-Identifier: MIT
# quotes.sh [--bless] - a program that a page of docs/ quotes is the program that is built and run.
#
# The line <!-- quote: examples/first.c --> stands before a block ```c ... ``` (of JSON: ```json) with the text of that file, less its
# SPDX line. --bless rewrites the blocks.
cd "$(dirname "$0")/../.." || exit 2
new=$(mktemp) || exit 2
trap 'rm -f "$new"' EXIT
failed=0 quotes=0

for page in $(grep -l '^<!-- quote: ' docs/*.md); do
    awk '
    /^<!-- quote: / {
        print
        print $3 ~ /json$/ ? "```json" : "```c"
        file = $3
        lines = 0
        while ((getline line < file) > 0) {
            lines++
            if (line !~ /SPDX-License-Identifier/) print line
        }
        if (!lines) print "no such file: " file
        print "```"
        skip = 1
        next
    }
    skip && /^```$/ { skip = 0; next }
    !skip { print }' "$page" >"$new"
    quotes=$((quotes + $(grep -c '^<!-- quote: ' "$page")))
    if [ "${1-}" = --bless ]; then
        cp "$new" "$page"
    elif ! diff -u "$page" "$new"; then
        echo "$page: a quoted program differs from its file; sh tests/golden/quotes.sh --bless rewrites the page"
        failed=1
    fi
done
[ "$quotes" -gt 0 ] || { echo "no quotes found"; exit 1; }
[ "$failed" -ne 0 ] || echo "quotes: $quotes programs, all as in their files"
exit "$failed"
