#!/bin/sh
# SPDX-License-Identifier: MIT
# layers.sh - a folder of src/ includes only itself and folders above it.
#
#   run time:   base < num < sched < quant < sim < devs < blocks < classic < adams;  out sees base and num only, png these
#               and out; diagram sees the run time up to blocks, and out; of the compiler only saltus_compile.h
#   compiler:   base < lang < inst < check < flat < graph < emit; of the public headers all but saltus.h and saltus_jet.h
#   cli         sees everything
#
# The halves never include each other. Prints file:line for each violation and fails.
cd "$(dirname "$0")/.." || exit 2

find src -name '*.[ch]' | LC_ALL=C sort | xargs awk '
BEGIN {
    chain("base num sched quant sim devs blocks classic adams")
    chain("base lang inst check flat graph emit")
    allow["out base"] = allow["out num"] = known["out"] = 1
    allow["png base"] = allow["png num"] = allow["png out"] = known["png"] = 1
    split("base num sched quant sim devs blocks out", seen, " ")
    for (k in seen) allow["diagram " seen[k]] = 1
    known["cli"] = known["diagram"] = 1
    split("lang inst check flat graph emit", list, " ")
    for (k in list) compiler[list[k]] = 1
}
function chain(text,   f, n, i, j) {
    n = split(text, f, " ")
    for (i = 1; i <= n; i++) {
        known[f[i]] = 1
        for (j = 1; j < i; j++) allow[f[i] " " f[j]] = 1
    }
}
function bad(text) {
    printf "%s:%d: %s\n", FILENAME, FNR, text
    failed = 1
}
function exists(path,   line, ok) {
    ok = (getline line < path) >= 0
    close(path)
    return ok
}
FNR == 1 {
    files++
    n = split(FILENAME, part, "/")
    folder = n > 2 ? part[2] : ""
    if (!(folder in known)) bad("folder " (folder == "" ? "src/" : folder) " has no place in the order (tools/layers.sh)")
}
/^[ \t]*#[ \t]*include[ \t]*["<]/ {
    match($0, /["<][^">]*[">]/)
    name = substr($0, RSTART + 1, RLENGTH - 2)
    quoted = substr($0, RSTART, 1) == "\""
    if (name ~ /\.\.\//) {
        bad("include \"" name "\": write the path from src/")
    } else if (exists("include/" name)) {
        if ((folder in compiler) && (name == "saltus.h" || name == "saltus_jet.h"))
            bad(folder "/ belongs to the compiler and may not include " name)
    } else if (quoted) {
        other = name ~ /\// ? substr(name, 1, index(name, "/") - 1) : folder
        path = name ~ /\// ? "src/" name : "src/" folder "/" name
        if (!exists(path)) bad("include \"" name "\": neither in src/ nor in include/")
        else if (other != folder && folder != "cli" && !((folder " " other) in allow))
            bad(folder "/ may not include " other "/ (" name ")")
    }
}
END {
    if (!failed) printf "layers: %d files in order\n", files
    exit failed
}'
