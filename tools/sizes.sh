#!/bin/sh
# SPDX-License-Identifier: MIT
# sizes.sh - how long are functions and files? Prints histograms; fails for a file of more than 800 lines.
#
# A function is what stands between a { and a } that are alone in the first column. Aims, not limits: functions with a
# median of 12 lines, 90 % within 40; 80 only for a dispatching switch; files of 80 to 400 lines.
cd "$(dirname "$0")/.." || exit 2

find include src -name '*.[ch]' | LC_ALL=C sort | xargs awk '
FNR == 1 { if (last != "") close_file(); last = FILENAME; file_lines = 0; open = 0 }
{ file_lines = FNR }
/^{[ \t]*$/ { open = FNR; title = previous }
/^}/ && open { add(FNR - open - 1, last ":" open - 1 ": " title); open = 0 }
{ if ($0 !~ /^[ \t{}]/ && $0 != "") previous = $0 }

function close_file() {
    files++
    size[files] = file_lines
    if (file_lines > 800) { printf "%s: %d lines, more than 800\n", last, file_lines; failed = 1 }
}
function add(lines, where) {
    functions++
    length_of[functions] = lines
    if (lines > 80) long_ones = long_ones sprintf("    %4d  %s\n", lines, where)
}
function sort(a, n,   i, j, v) {
    for (i = 2; i <= n; i++) {
        v = a[i]
        for (j = i - 1; j >= 1 && a[j] > v; j--) a[j + 1] = a[j]
        a[j + 1] = v
    }
}
function histogram(what, a, n, limits,   edge, m, i, k, low, count, bar) {
    sort(a, n)
    printf "%d %s: median %d lines, 90 %% within %d, longest %d\n", n, what, a[int((n + 1) / 2)],
           a[int((9 * n + 9) / 10)], a[n]
    m = split(limits, edge, " ")
    low = 0
    for (k = 1; k <= m; k++) {
        count = 0
        for (i = 1; i <= n; i++) if (a[i] >= low && a[i] <= edge[k] + 0) count++
        bar = sprintf("%" int(50 * count / n + 0.5) "s", "")
        if (int(50 * count / n + 0.5) == 0) bar = ""
        gsub(/ /, "#", bar)
        printf "    %4d ..%5s %5d %s\n", low, (edge[k] > 99998 ? "" : edge[k]), count, bar
        low = edge[k] + 1
    }
}
END {
    if (last != "") close_file()
    if (functions) histogram("functions", length_of, functions, "5 12 20 40 80 99999")
    if (long_ones != "") printf "functions of more than 80 lines:\n%s", long_ones
    if (files) histogram("files", size, files, "80 200 400 800 99999")
    exit failed
}'
