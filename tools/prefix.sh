#!/bin/sh
# SPDX-License-Identifier: MIT
# prefix.sh - every global symbol says where it belongs.
#
#     tools/prefix.sh [build-folder]
#
# libsaltus.so exports saltus_ names only. libsaltus.a may also have names that start with a module:
modules="arena table jacobian diagram explain messages message source place names lex parse print ast check type value scope symbol ir flat expand events graph lower taylor code native handler newton node hint error warning literal token alloc csr diag text poly roots cross sched heap tree bank contact method mliqss net pair quant single target sim event guard options report stats step number out csv svg mark piece axis traj record figure canvas path layout legend strip points braille seg rows result"

build=${1:-build}
failed=0

# names <nm options> <file>: defined global symbols, one per line.
names() { nm -P --defined-only "$@" | awk 'NF >= 2 && $1 !~ /:$/ { print $1 }'; }

for library in libsaltus.so libsaltus.a; do
    if [ ! -f "$build/$library" ]; then
        echo "prefix: $build/$library is missing" >&2
        exit 2
    fi
done

exported=$(names -D "$build/libsaltus.so") || exit 2
if [ -z "$exported" ]; then
    echo "libsaltus.so: exports nothing (SALTUS_API missing?)"
    failed=1
fi
for name in $exported; do
    case $name in
    saltus_*) ;;
    *)
        echo "libsaltus.so: exports $name, which lacks the prefix saltus_"
        failed=1
        ;;
    esac
done

pattern="^(saltus$(for module in $modules; do printf '|%s' "$module"; done))_"
strangers=$(names -g "$build/libsaltus.a" | grep -Ev "$pattern")
for name in $strangers; do
    echo "libsaltus.a: $name starts with no module's name (tools/prefix.sh lists them)"
    failed=1
done

[ $failed -eq 0 ] && echo "prefix: $(echo "$exported" | wc -l) exported names, all saltus_"
exit $failed
