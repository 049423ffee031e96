#!/bin/sh
# SPDX-License-Identifier: MIT
# need.sh - install the Debian packages that a step needs and the machine lacks.
#
#     tools/need.sh [--check] set ...        sets: build command test docs bench python ci
#
# Looks for commands and headers, not for packages: whoever has them from elsewhere is left alone. If all are there,
# nothing is printed and nothing is run. Otherwise says what is missing and why, and installs exactly that, with sudo
# if not root. Where it cannot, it prints the command to run and fails. --check never installs.
set -u

say() { printf 'need: %s\n' "$*" >&2; }

# package, probe, why. A probe is a command name, a header in <>, or a path.
list() {
    case $1 in
    build)
        echo 'gcc           cc               compiles C'
        echo 'libc6-dev     <stdio.h>        headers of the C library'
        echo 'cmake         cmake            configures the build'
        echo 'ninja-build   ninja            runs the build'
        echo 'pkg-config    pkg-config       finds libraries'
        echo 'libjansson-dev <jansson.h>     reads study files (JSON)'
        ;;
    command)   # what the command has beyond the language: the tutorial uses all of it
        echo 'libcairo2-dev /usr/include/cairo/cairo.h pictures as PNG'
        echo 'libzip-dev <zip.h> opens FMUs'
        echo "liblapack-dev /usr/lib/$(uname -m)-linux-gnu/liblapack.so eigenvalues, for bound and explain"
        echo 'libsuitesparse-dev /usr/include/suitesparse/klu.h sparse linear algebra (KLU) of the classic methods'
        ;;
    test)
        echo 'mandoc        mandoc           checks the manual pages'
        echo 'g++           c++              tests that a C++ program can use the library'
        echo 'python3-scipy /usr/lib/python3/dist-packages/scipy reads MAT files'
        echo 'octave        octave-cli       reads MAT files, too'
        echo 'graphviz      dot              draws what explain --dot writes'
        echo 'python3-numpy /usr/lib/python3/dist-packages/numpy the package for Python'
        echo 'python3-matplotlib /usr/lib/python3/dist-packages/matplotlib its pictures'
        echo 'python3-pandas /usr/lib/python3/dist-packages/pandas its tables'
        echo 'python3-distributed /usr/lib/python3/dist-packages/distributed sweeps by Dask'
        echo 'python3-mpi4py /usr/lib/python3/dist-packages/mpi4py sweeps by MPI'
        echo 'openmpi-bin   mpirun           starts them'
        ;;
    python)
        echo 'python3       python3          runs the package for Python'
        echo 'python3-numpy /usr/lib/python3/dist-packages/numpy arrays'
        ;;
    docs)
        echo 'python3       python3          generates pages, runs what they show'
        echo 'mkdocs        mkdocs           makes the site of docs/'
        echo 'mkdocs-material /usr/share/mkdocs/themes/material how the site looks'
        echo 'libjs-katex   /usr/share/javascript/katex/katex.min.js draws formulas'
        ;;
    bench)
        echo 'ngspice       ngspice          a contestant on the converters'
        echo 'python3       python3          tables and pictures of the results'
        ;;
    ci)
        echo 'clang         clang            second compiler'
        echo 'clang-format-14 clang-format-14 checks the formatting'
        echo 'valgrind      valgrind         checks memory use'
        echo 'libclang-rt-14-dev /usr/lib/llvm-14/lib/clang/14.0.6/lib/linux/libclang_rt.fuzzer-x86_64.a fuzzing'
        ;;
    *)
        say "unknown set '$1'; sets are: build command test docs bench python ci"
        exit 2
        ;;
    esac
}

present() {
    case $1 in
    /*) [ -e "$1" ] ;;
    '<'*) printf '#include %s\n' "$1" | cc -E - >/dev/null 2>&1 ;;
    *) command -v "$1" >/dev/null 2>&1 ;;
    esac
}

# Lines of list() whose probe fails, for all sets.
missing() {
    for set; do
        list "$set" || exit
    done | while read -r package probe why; do
        present "$probe" || printf '%s %s %s\n' "$package" "$probe" "$why"
    done
}

check_only=
if [ "${1:-}" = --check ]; then
    check_only=1
    shift
fi
if [ $# -eq 0 ]; then
    say "usage: tools/need.sh [--check] set ...     sets: build command test docs bench python ci"
    exit 2
fi
for set; do
    list "$set" >/dev/null
done

lacking=$(missing "$@")
[ -n "$lacking" ] || exit 0

packages=$(printf '%s\n' "$lacking" | while read -r package rest; do printf '%s ' "$package"; done)
packages=${packages% }
install="apt-get install -y --no-install-recommends $packages"

say "missing on this machine:"
printf '%s\n' "$lacking" | while read -r package probe why; do
    printf 'need:     %-16s %s\n' "$package" "$why" >&2
done

if ! command -v apt-get >/dev/null 2>&1; then
    say "there is no apt-get here. Please install what provides these Debian packages, then try again:"
    say "    $packages"
    exit 1
fi
if [ -n "$check_only" ]; then
    say "please run, as root, then try again:"
    say "    apt-get update && $install"
    exit 1
fi

as_root=
if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null 2>&1; then
        say "installing needs root, and there is no sudo here. Please run, as root, then try again:"
        say "    apt-get update && $install"
        exit 1
    fi
    as_root=sudo
fi

run() {
    say "running: ${as_root:+$as_root }$*"
    $as_root env DEBIAN_FRONTEND=noninteractive "$@" >&2
}

# Does apt know all packages already? A fresh machine has no lists.
known() {
    for package in $packages; do
        apt-cache show --no-all-versions "$package" >/dev/null 2>&1 || return 1
    done
}

updated=
if ! known; then
    run apt-get update || say "apt-get update failed; trying to go on"
    updated=1
fi
if ! run $install; then
    # Lists may be older than the archive: renew them once.
    if [ -n "$updated" ] || ! run apt-get update || ! run $install; then
        say "that did not work. Please install these packages by hand, then try again:"
        say "    $packages"
        exit 1
    fi
fi

lacking=$(missing "$@")
if [ -n "$lacking" ]; then
    say "installed, but still not found:"
    printf '%s\n' "$lacking" | while read -r package probe why; do
        printf 'need:     %-16s of package %s\n' "$probe" "$package" >&2
    done
    exit 1
fi
