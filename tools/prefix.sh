#!/bin/sh
# SPDX-License-Identifier: MIT
# prefix.sh - every global symbol says where it belongs.
#
#     tools/prefix.sh [build-folder]
#
# The shared libraries export saltus_ names only. libsaltus_classic.a may also have classic_ names (and nothing of the
# SUNDIALS inside it), libsaltus.a names that start with a module:
modules="estimate qss rules certain horizon builtin contract paint option class name connect alias share path rank index library package inst unit sink logic queue petri machine link say play expression batch edge fence arena table jacobian diagram explain messages message source place names lex parse print ast check type value scope symbol ir flat expand events graph lower taylor code native handler newton node hint error warning literal token alloc csr dict hash utf8 diag text poly roots cross sched heap tree bank contact method mliqss net pair quant single target sim event guard options report stats step number out csv svg mark piece axis traj record figure canvas path layers layout legend strip points braille seg rows result engine vector formula fence locate hidden doubt flow parts adams abm radau rodas rk5 runge stepper full instant whole devs coupled cell block blocks pdm picture args element embed frame function integrator keep linear loop lu map matrix outside part piecewise plan plans ring route sparse wire"
modules="$modules elementary strong calm range along isolate bernstein measure program signal"
modules="$modules spice circuit word line assigns kind put x"

build=${1:-build}
failed=0

# names <nm options> <file>: defined global symbols, one per line.
names() { nm -P --defined-only "$@" | awk 'NF >= 2 && $1 !~ /:$/ { print $1 }'; }

# check <library> <modules allowed in the static one>
check() {
    for kind in so a; do
        if [ ! -f "$build/$1.$kind" ]; then
            echo "prefix: $build/$1.$kind is missing" >&2
            exit 2
        fi
    done

    exported=$(names -D "$build/$1.so") || exit 2
    if [ -z "$exported" ]; then
        echo "$1.so: exports nothing (SALTUS_API missing?)"
        failed=1
    fi
    for name in $(echo "$exported" | grep -v '^saltus_'); do
        echo "$1.so: exports $name, which lacks the prefix saltus_"
        failed=1
    done

    pattern="^(saltus$(for module in $2; do printf '|%s' "$module"; done))_"
    for name in $(names -g "$build/$1.a" | grep -Ev "$pattern"); do
        echo "$1.a: $name starts with no module's name (tools/prefix.sh lists them)"
        failed=1
    done
    [ $failed -eq 0 ] && echo "prefix: $1: $(echo "$exported" | wc -l) exported names, all saltus_"
}

# separate <library>: it has no copy of a function of libsaltus inside, not even a hidden one.
separate() {
    names -g "$build/libsaltus.a" | sort -u >"$build/prefix.core" || exit 2
    copies=$(names "$build/$1.so" | sort -u | comm -12 - "$build/prefix.core")
    for name in $copies; do
        echo "$1.so: has a copy of $name of libsaltus"
        failed=1
    done
    rm -f "$build/prefix.core"
}

check libsaltus "$modules"
if [ -f "$build/libsaltus_classic.a" ]; then
    check libsaltus_classic classic
    separate libsaltus_classic
fi
exit $failed
