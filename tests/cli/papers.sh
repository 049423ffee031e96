#!/bin/sh
# SPDX-License-Identifier: MIT
# papers.sh SALTUS - is the table of docs/reproduction.md what the command gives today? Runs the rows that take
# milliseconds; all of their numbers must stand in the file, digit for digit.
set -u
cd "$(dirname "$0")/../.." || exit 2
status=0
for rows in "Eq. 4" "Table 1 " "D4" "App. A" "Sect. IV.A" "Sect. 3.3" "oscillator"; do
    table=$(sh tools/papers.sh "$1" "$rows") || exit 1
    printf '%s\n' "$table" | {
        fine=0
        while IFS= read -r line; do
            grep -F -x -q -e "$line" docs/reproduction.md && continue
            echo "not in docs/reproduction.md: $line"
            fine=1
        done
        exit $fine
    } || status=1
done
[ $status = 0 ] && echo "papers: the table is up to date"
exit $status
