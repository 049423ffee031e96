#!/bin/sh
# SPDX-License-Identifier: MIT
# methods.sh <examples/methods> [--bless] - docs/methods.md says what the tables of the methods say.
#
# Between its two marker lines the page is the output of examples/methods.c. --bless rewrites it.
program=${1:?which program?}
case $program in /*) ;; *) program=$PWD/$program ;; esac
cd "$(dirname "$0")/../.." || exit 2
page=docs/methods.md
new=$(mktemp) || exit 2
trap 'rm -f "$new" "$new.part"' EXIT

"$program" >"$new.part" || exit 1
awk -v part="$new.part" '
/^<!-- end/ { skip = 0; ends++ }
!skip { print }
/^<!-- begin/ { while ((getline line < part) > 0) print line; skip = 1; begins++ }
END { exit !(begins == 1 && ends == 1) }' "$page" >"$new" || { echo "$page: markers are missing"; exit 1; }
if [ "${2-}" = --bless ]; then
    cp "$new" "$page"
elif ! diff -u "$page" "$new"; then
    echo "$page is out of date; sh tests/golden/methods.sh $1 --bless rewrites it"
    exit 1
fi
echo "methods: $page is up to date"
