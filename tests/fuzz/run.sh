#!/bin/sh
# SPDX-License-Identifier: MIT
# run.sh - build a fuzz target and let it run.
#
#     tests/fuzz/run.sh name amount [folder for its work]        names: roots span text lex parse check flat result study diagram pdm
#                                                                 measure fmu spice
#
# The amount: 60 for 60 seconds, with another seed each time; 50000x for 50000 inputs, the same ones each time (CI).
# Seeds of those that read model texts: the gallery, the language test suite, the golden files, and what earlier runs
# found worth keeping (tests/fuzz/corpus); of result: a small file of each format; of study: two
# studies that have everything. A finding is left in the folder and fails the run.
set -eu
cd "$(dirname "$0")/../.."
name=$1 amount=$2 work=${3:-$(mktemp -d)}
mkdir -p "$work"
root=$PWD seeds='' options='-max_len=80' cflags='' libs=''
# The C files of folders of src/, with all below them.
of() { for folder; do find "src/$folder" -name '*.c' | LC_ALL=C sort; done; }
base=$(of base)
case $name in
roots) sources='src/num/roots.c src/num/crossing.c' ;;
span) sources="src/base/range.c src/base/range_jet.c src/base/elementary.c" options=-max_len=300 ;;
text) sources=src/base/text.c ;;
lex | parse) sources="$(of lang) $base" kept=parse ;;
spice) sources="$(of spice lang) $base" ;;
check) sources="$(of check inst lang) $base" kept=flat ;;
flat) sources="$(of flat check inst lang) $base" kept=flat ;;
measure) sources="$(of out/measure) src/num/bernstein.c src/num/roots.c src/num/crossing.c $(echo src/out/number*.c) $base" ;;
result) sources="$(of out/file) $(echo src/out/number*.c) $base" ;;
study)
    sources='src/cli/sweep/study*.c src/cli/core/given.c src/cli/core/typed.c src/cli/core/arg.c src/cli/core/options.c
        src/run/options.c src/base/contract.c src/base/text.c src/out/number*.c'
    libs=-ljansson ;;
fmu)
    sources="src/fmi/import/xml.c src/fmi/import/description.c src/fmi/import/fmu_zip.c $base" cflags='-DSALTUS_ZIP -D_DEFAULT_SOURCE' libs=-lzip ;;
pdm | diagram)
    # the folder itself with sanitizers; what it stands on from a build with clang, if there is one: that saves minutes
    sources=$(of diagram)
    if [ -f build-clang/libsaltus.a ]; then
        libs=build-clang/libsaltus.a
    else
        sources="$sources $(of base num sched quant run engine/qss engine/whole engine/play engine/adams engine/runge devs blocks out lang spice inst check flat \
            graph emit) $(echo src/engine/*.c)"
    fi
    libs="$libs -ljansson -ldl -lpthread" ;;
*) echo "run.sh: no target '$name'" >&2; exit 2 ;;
esac
case $name in
lex | parse | check | flat)
    mkdir -p "$work/seeds"
    for file in models/*/*.mo tests/language/*/*.mo tests/golden/*/*.mo tests/fuzz/corpus/$kept/*; do
        [ -f "$file" ] && cp "$file" "$work/seeds/$(echo "$file" | tr / _)"
    done
    seeds="$work/corpus $work/seeds"
    mkdir -p "$work/corpus"
    options="-max_len=4096 -timeout=120 -rss_limit_mb=3000 -dict=$root/tests/fuzz/modelica.dict"
    cflags='-DVALUE_STEPS=100000'   # what does not end is given up sooner
    ;;
esac
if [ "$name" = result ]; then
    mkdir -p "$work/corpus"
    seeds="$work/corpus $root/tests/fuzz/corpus/result"
    options='-max_len=4096 -timeout=120 -rss_limit_mb=1000 -malloc_limit_mb=100'
fi
if [ "$name" = fmu ]; then
    mkdir -p "$work/corpus" "$work/seeds"
    python3 tests/fmi/make.py --seeds "$work/seeds"
    seeds="$work/corpus $work/seeds"
    options="-max_len=4096 -timeout=60 -rss_limit_mb=2000 -dict=$root/tests/fuzz/fmu.dict"
fi
if [ "$name" = measure ]; then
    mkdir -p "$work/corpus"
    seeds="$work/corpus $root/tests/fuzz/corpus/measure"
    options='-max_len=200 -timeout=60'
fi
if [ "$name" = spice ]; then
    mkdir -p "$work/corpus" "$work/seeds"
    cp tests/spice/*.cir "$work/seeds/"
    seeds="$work/corpus $work/seeds"
    options='-max_len=2048 -timeout=60 -rss_limit_mb=2000'
fi
if [ "$name" = study ]; then
    mkdir -p "$work/corpus"
    seeds="$work/corpus $root/tests/fuzz/corpus/study"
    options='-max_len=4096 -timeout=120 -rss_limit_mb=2000'
fi
if [ "$name" = pdm ]; then
    mkdir -p "$work/corpus"
    seeds="$work/corpus $root/tests/data/pdm"
    options='-max_len=20000 -timeout=120 -rss_limit_mb=2000'
fi
if [ "$name" = diagram ]; then
    mkdir -p "$work/corpus" "$work/seeds"
    cp tests/golden/diagram/*.json diagrams/*.json "$work/seeds/"
    seeds="$work/corpus $work/seeds"
    options="-max_len=2048 -timeout=120 -rss_limit_mb=3000 -dict=$root/tests/fuzz/diagram.dict"
    cflags='-DVALUE_STEPS=100000 -fno-math-errno'
fi
# shellcheck disable=SC2086
clang -g -O1 -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all -D_POSIX_C_SOURCE=200809L $cflags \
    -Iinclude -Isrc -o "$work/fuzz_$name" "tests/fuzz/fuzz_$name.c" $sources $libs -lm
case $amount in
*x) options="$options -seed=1 -runs=${amount%x}" ;;
*) options="$options -seed=$(date +%s) -max_total_time=$amount" ;;
esac
cd "$work"
# shellcheck disable=SC2086
"./fuzz_$name" $options -verbosity=0 -print_final_stats=1 $seeds
echo "ok: fuzz_$name"
