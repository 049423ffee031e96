#!/bin/sh
# SPDX-License-Identifier: MIT
# run.sh <build folder> <cmake> <cc> - install, then use the installed library as a stranger would.
#
#   1. install into a new prefix inside the build folder
#   2. C through pkg-config, shared and static, also with the classic methods
#   3. C++ through find_package, shared and static
#   4. the first program of README.md
set -eu
build=$1 cmake=$2 cc=$3
here=$(cd "$(dirname "$0")" && pwd)
work=$build/consumer
prefix=$work/prefix

rm -rf "$work"
mkdir -p "$work"
DESTDIR='' "$cmake" --install "$build" --prefix "$prefix" >"$work/install.log"

pc=$(find "$prefix" -name saltus.pc)
lib=$(dirname "$(dirname "$pc")")
PKG_CONFIG_PATH=$lib/pkgconfig
export PKG_CONFIG_PATH

strict="-std=c11 -Wall -Wextra -pedantic -Werror"
"$cc" $strict -o "$work/decay" "$here/decay.c" $(pkg-config --cflags --libs saltus)
LD_LIBRARY_PATH=$lib "$work/decay"
"$cc" $strict -o "$work/decay_static" "$here/decay.c" $(pkg-config --cflags saltus) "$lib/libsaltus.a" -lm
"$work/decay_static"

"$cc" $strict -o "$work/classic" "$here/classic.c" $(pkg-config --cflags --libs saltus_classic)
LD_LIBRARY_PATH=$lib "$work/classic"
"$cc" $strict -o "$work/classic_static" "$here/classic.c" $(pkg-config --cflags saltus) "$lib/libsaltus_classic.a" "$lib/libsaltus.a" -lm
"$work/classic_static"

"$cmake" -S "$here" -B "$work/cpp" -G Ninja -DCMAKE_PREFIX_PATH="$prefix" >"$work/configure.log"
"$cmake" --build "$work/cpp" >"$work/build.log" || { cat "$work/build.log"; exit 1; }
"$work/cpp/decay_shared"
"$work/cpp/decay_static"

awk '/^```/ { on = $0 == "```c" && !seen++; next } on' "$here/../../README.md" >"$work/readme.c"
grep -q 'int main' "$work/readme.c"
"$cc" $strict -o "$work/readme" "$work/readme.c" $(pkg-config --cflags --libs saltus)
LD_LIBRARY_PATH=$lib "$work/readme"
