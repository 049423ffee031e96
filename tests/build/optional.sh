#!/bin/sh
# SPDX-License-Identifier: MIT
# optional.sh WORK CMAKE CC - the next build notices LAPACK, cairo and libzip that come or go.
#
# A folder plays the machine: the configuration sees no other libraries. Nothing is compiled.
set -u
cd "$(dirname "$0")/../.." || exit 2
root=$PWD work=$1 cmake=$2 cc=$3
machine=$work/machine
rm -rf "$work" && mkdir -p "$machine/lib/pkgconfig" || exit 2
export PKG_CONFIG_LIBDIR="$machine/lib/pkgconfig" PKG_CONFIG_PATH=

fail() {
    echo "$1"
    cat "$work/log"
    exit 1
}

# A library with the functions that are looked for: name, function ...
library() {
    name=$1
    shift
    for f; do echo "void $f(void); void $f(void) {}"; done > "$work/$name.c"
    "$cc" -shared -fPIC -o "$machine/lib/lib$name.so" "$work/$name.c" || exit 2
}

package() {
    printf 'Name: %s\nDescription: x\nVersion: %s\nLibs: -L%s -l%s\n' \
        "$1" "$2" "$machine/lib" "$1" \
        > "$machine/lib/pkgconfig/$1.pc"
}

# What the command would be compiled with: build again, then see.
expect() {
    "$cmake" --build "$work/build" --target build.ninja >> "$work/log" 2>&1 ||
        fail "$1: it does not configure"
    for word in SALTUS_LAPACK SALTUS_CAIRO SALTUS_ZIP; do
        grep -q -e "-D$word" "$work/build/compile_commands.json" && there=yes || there=no
        [ $there = "$2" ] || fail "$1: $word is $([ $there = yes ] && echo there || echo missing)"
    done
    echo "ok: $1"
}

library jansson json_loads
package jansson 2.14
echo 'set(CMAKE_C_IMPLICIT_LINK_DIRECTORIES)' > "$work/alone.cmake"   # FindBLAS looks there, too
"$cmake" -G Ninja -S "$root" -B "$work/build" -DCMAKE_C_COMPILER="$cc" \
    -DSALTUS_PROGRAMS=OFF -DSALTUS_SUNDIALS=OFF -DCMAKE_PREFIX_PATH="$machine" \
    -DCMAKE_FIND_USE_CMAKE_SYSTEM_PATH=OFF -DCMAKE_FIND_USE_SYSTEM_ENVIRONMENT_PATH=OFF \
    -DCMAKE_PROJECT_saltus_INCLUDE="$work/alone.cmake" \
    -DCMAKE_MAKE_PROGRAM="$(command -v ninja)" -DPKG_CONFIG_EXECUTABLE="$(command -v pkg-config)" \
    > "$work/log" 2>&1 || fail "it does not configure"
expect "a machine without LAPACK, cairo and libzip" no
library blas sgemm_
library lapack cheev_
library cairo cairo_create
package cairo 1.16
library libzip zip_open
package libzip 1.7
expect "all are installed later" yes
rm "$machine"/lib/lib[blc]*.so "$machine/lib/pkgconfig/cairo.pc" "$machine/lib/pkgconfig/libzip.pc"
expect "all are removed" no
