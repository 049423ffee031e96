#!/bin/sh
# SPDX-License-Identifier: MIT
# layers.sh - a unit of src/ includes only itself and units above it.
#
# A unit is a folder with all folders below it, unless those are units of their own (engine/qss, engine/whole, ...).
#
#   run time:   base < num < sched < quant < run < engine/qss < engine/whole < engine/play < devs < blocks
#               < engine/classic < engine/adams < engine/runge < engine; run sees no engine; out sees base and num only, png these and out; diagram sees the run time up to blocks, and out; of the
#               compiler only saltus_compile.h; estimate sees base, num, quant and run; fmi sees base to run, engine/play and engine;
#               fmu sees base to run, engine, engine/whole and fmi
#   compiler:   base < lang < inst < check < flat < graph < emit; of the public headers all but saltus.h and saltus_jet.h
#               spice sees base and lang; of the compiler only emit sees it
#   cli         sees everything
#
# The halves never include each other. No folder has more than 32 files. Prints file:line for each violation and fails.
cd "$(dirname "$0")/.." || exit 2

find src -name '*.[ch]' | LC_ALL=C sort | xargs awk '
BEGIN {
    chain("base num sched quant run engine/qss engine/whole engine/play devs blocks engine/classic engine/adams engine/runge engine")
    chain("base lang inst check flat graph emit")
    allow["spice base"] = allow["spice lang"] = allow["emit spice"] = known["spice"] = compiler["spice"] = 1
    allow["out base"] = allow["out num"] = known["out"] = 1
    allow["png base"] = allow["png num"] = allow["png out"] = known["png"] = 1
    split("base num sched quant run engine/qss engine/whole engine/play devs blocks out", seen, " ")
    for (k in seen) allow["diagram " seen[k]] = 1
    split("base num quant run", sees, " ")
    for (k in sees) allow["estimate " sees[k]] = 1
    split("base num sched quant run engine/play engine", under, " ")
    for (k in under) allow["fmi " under[k]] = 1
    split("base num sched quant run engine engine/whole fmi", inside, " ")
    for (k in inside) allow["fmu " inside[k]] = 1
    known["fmu"] = known["cli"] = known["diagram"] = known["estimate"] = known["fmi"] = 1
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
# The unit of a path below src/: its longest leading folder that is one.
function unit(path) {
    while (sub(/\/[^\/]*$/, "", path))
        if (path in known) return path
    return ""
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
    folder = unit(substr(FILENAME, 5))
    if (folder == "") bad("this folder has no place in the order (tools/layers.sh)")
    beside = FILENAME
    sub(/\/[^\/]*$/, "", beside)
    if (++count[beside] == 33) bad(beside " has more than 32 files")
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
        other = name ~ /\// ? unit(name) : folder
        path = name ~ /\// ? "src/" name : beside "/" name
        if (!exists(path)) bad("include \"" name "\": neither in src/ nor in include/")
        else if (other != folder && folder != "cli" && !((folder " " other) in allow))
            bad(folder "/ may not include " other "/ (" name ")")
    }
}
END {
    if (!failed) printf "layers: %d files in order\n", files
    exit failed
}'
