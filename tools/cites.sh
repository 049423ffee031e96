#!/bin/sh
# SPDX-License-Identifier: MIT
# cites.sh - every citation has its entry in docs/refs.bib.
#
# A citation is [key] in the comment that opens a file of src/quant or in docs/math, .cite = "key" in src, or "key" in
# src/quant. A key is lower-case letters and a two-digit year, as in [mbkc13]; [mbkc13, Eq. 7] and [kj01, kof02] are
# citations, too.
cd "$(dirname "$0")/.." || exit 2

find src docs/math -name '*.[ch]' -o -name '*.md' | LC_ALL=C sort | xargs awk '
BEGIN {
    while ((getline line < "docs/refs.bib") > 0)
        if (match(line, /^@[a-z]+\{[^,]+,/)) {
            key = substr(line, 1, RLENGTH - 1)
            sub(/^@[a-z]+\{/, "", key)
            if (key in entry) { printf "docs/refs.bib: %s appears twice\n", key; failed = 1 }
            entry[key] = 1
        }
}
function cite(key) {
    cites++
    if (!(key in entry)) {
        printf "%s:%d: [%s] is not in docs/refs.bib\n", FILENAME, FNR, key
        failed = 1
    }
}
FNR == 1 { opening = 1 }
# A table made by a macro has its key as an argument: "kj01".
FILENAME ~ /^src\/quant\// && !/\.cite *= *"/ {
    rest = $0
    while (match(rest, /"[a-z][a-z]+[0-9][0-9][a-z]?"/)) {
        cite(substr(rest, RSTART + 1, RLENGTH - 2))
        rest = substr(rest, RSTART + RLENGTH)
    }
}
/\.cite *= *"/ {
    match($0, /\.cite *= *"[^"]*"/)
    key = substr($0, RSTART, RLENGTH)
    gsub(/^[^"]*"|"$/, "", key)
    n = split(key, keys, /[ ,]+/)
    for (i = 1; i <= n; i++) cite(keys[i])
}
# What stands outside comments ends the opening; blank lines and preprocessor lines do, too.
FILENAME !~ /\.md$/ && !/^\/\*/ && !/^ \*/ { opening = 0 }
FILENAME ~ /\.md$/ || (FILENAME ~ /^src\/quant\// && opening) {
    rest = $0
    while (match(rest, /\[[a-z][a-z]+[0-9][0-9][a-z]?[^]a-zA-Z0-9_][^]]*\]|\[[a-z][a-z]+[0-9][0-9][a-z]?\]/)) {
        group = substr(rest, RSTART + 1, RLENGTH - 2)
        rest = substr(rest, RSTART + RLENGTH)
        n = split(group, words, /[^a-zA-Z0-9_.]+/)
        for (i = 1; i <= n; i++) if (words[i] ~ /^[a-z][a-z]+[0-9][0-9][a-z]?$/) cite(words[i])
    }
}
END {
    if (!failed) printf "cites: %d citations, all known\n", cites
    exit failed
}'
