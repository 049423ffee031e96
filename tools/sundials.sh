#!/bin/sh
# SPDX-License-Identifier: MIT
# sundials.sh - fetch and build the SUNDIALS library that the classic methods stand on.
#
#     tools/sundials.sh [folder]             default: build/sundials of this source tree
#
# Debian's binary package of SUNDIALS is compiled without optimisation (1.5 to 5 times slower) and brings 650 MB with it.
# So Debian's source package is taken: CVODE, IDA and ARKODE with the serial vector, dense, band and sparse matrices and
# KLU, as optimised static libraries. Needs the packages of `tools/need.sh build command`.
#
# The folder gets include/, lib/, the source archive (kept: building again needs no network), build.log, and at the very
# end a stamp that says what was built. While the stamp is right, nothing is done and nothing is said. All build
# folders share the result; cmake/Sundials.cmake finds it.
set -u

version=6.4.1
archive=sundials_6.4.1+dfsg1.orig.tar.xz
sha256=c61157f1d4be06c704bea40cb131eb63ba2dada161989071604d0a0959cdf04a   # as Debian 12 signed it
flags='-O3 -DNDEBUG -fPIC -ffp-contract=off -fno-math-errno'
jobs=2

root=$(cd "$(dirname "$0")/.." && pwd) || exit 2
folder=${1:-$root/build/sundials}
later=${1:+sh tools/sundials.sh $1}
later=${later:-make sundials}
stamp="sundials $version $sha256 $flags"

say() { printf 'sundials: %s\n' "$*" >&2; }

fail() {
    say "$1"
    say 'the classic methods (cvode, ida, ...) are missing until this works. Later, run:'
    say "    $later"
    exit 1
}

made() { [ "$(cat "$folder/stamp" 2>/dev/null)" = "$stamp" ]; }

made && exit 0

mkdir -p "$folder" || exit 1
folder=$(cd "$folder" && pwd) || exit 1
log=$folder/build.log
work=$folder/work

# One at a time: whoever waited finds it made.
if command -v flock >/dev/null 2>&1; then
    exec 9>"$folder/lock"
    flock 9
    made && exit 0
fi

intact() {
    [ -f "$1" ] && [ "$(sha256sum "$1" | cut -d ' ' -f 1)" = "$sha256" ]
}

# Where Debian's archive may be: this machine's mirrors first. The checksum decides, so any of them will do.
mirrors() {
    cat /etc/apt/sources.list /etc/apt/sources.list.d/*.list /etc/apt/sources.list.d/*.sources 2>/dev/null |
        grep -v '^[[:space:]]*#' | grep -Eo 'https?://[^] ]+/debian/?([[:space:]]|$)' | sed 's,/*[[:space:]]*$,,'
    echo http://deb.debian.org/debian
    echo http://archive.debian.org/debian
}

# download <address> <file>: with apt's own tool, which knows the machine's proxies; elsewhere with curl or wget.
download() {
    if [ -x /usr/lib/apt/apt-helper ]; then
        /usr/lib/apt/apt-helper -o APT::Sandbox::User=root -o Acquire::Retries=1 -o Acquire::http::Timeout=20 \
            download-file "$1" "$2" "SHA256:$sha256"
    elif command -v curl >/dev/null 2>&1; then
        curl -fL --retry 2 -o "$2" "$1"
    else
        wget -O "$2" "$1"
    fi
}

fetch() {
    for mirror in $(mirrors | awk '!seen[$0]++'); do
        say "downloading $archive (15 MB) from $mirror"
        rm -f "$folder/$archive".*
        if download "$mirror/pool/main/s/sundials/$archive" "$folder/$archive.part" >>"$log" 2>&1 &&
            intact "$folder/$archive.part"; then
            mv "$folder/$archive.part" "$folder/$archive"
            return
        fi
        say "that did not work: $(grep -v '^E: Download Failed' "$log" | tail -n 1)"
    done
    rm -f "$folder/$archive".*
    fail "cannot download it (all that was said: $log). Whoever has the file may put it into $folder"
}

# Only what is needed; no examples, no Fortran, no C++.
configure() {
    cmake -S "$work/sundials-$version" -B "$work/build" -G Ninja \
        -DCMAKE_BUILD_TYPE=Release -DCMAKE_C_FLAGS_RELEASE="$flags" \
        -DCMAKE_INSTALL_PREFIX="$work/made" -DCMAKE_INSTALL_LIBDIR=lib \
        -DBUILD_SHARED_LIBS=OFF -DBUILD_STATIC_LIBS=ON \
        -DBUILD_CVODE=ON -DBUILD_IDA=ON -DBUILD_ARKODE=ON -DBUILD_CVODES=OFF -DBUILD_IDAS=OFF -DBUILD_KINSOL=OFF \
        -DBUILD_NVECTOR_MANYVECTOR=OFF -DSUNDIALS_INDEX_SIZE=64 -DSUNDIALS_LOGGING_LEVEL=0 \
        -DENABLE_KLU=ON -DKLU_INCLUDE_DIR="$klu_headers" -DKLU_LIBRARY_DIR="$klu_libraries" \
        -DEXAMPLES_ENABLE_C=OFF -DEXAMPLES_ENABLE_CXX=OFF -DEXAMPLES_INSTALL=OFF
}

# Where KLU is: the multiarch folder of the compiler, then the usual ones.
find_klu() {
    klu_headers=/usr/include/suitesparse
    [ -f "$klu_headers/klu.h" ] || fail 'klu.h is missing: please run tools/need.sh command'
    for klu_libraries in /usr/lib/"$(${CC:-cc} -print-multiarch 2>/dev/null)" /usr/lib64 /usr/lib; do
        [ -f "$klu_libraries/libklu.a" ] && return
    done
    fail 'libklu.a is missing: please run tools/need.sh command'
}

build() {
    rm -rf "$work" "$folder/include" "$folder/lib" "$folder/stamp" || return
    mkdir "$work" && cd "$work" || return
    cmake -E tar xf "$folder/$archive" || return
    configure && cmake --build "$work/build" -j "$jobs" && cmake --install "$work/build" || return
    cp "sundials-$version/LICENSE" "$folder/LICENSE" || return
    rm -rf "$work/made/lib/cmake"   # knows only the folder where it was made
    mv "$work/made/include" "$work/made/lib" "$folder/"
}

: >"$log" || exit 1
find_klu
if ! intact "$folder/$archive"; then
    fetch
fi

unset CFLAGS CPPFLAGS LDFLAGS DESTDIR   # what these say is not meant for this library
start=$(date +%s)
say "building SUNDIALS $version, once (about half a minute); log: $log"
if ! (build) >>"$log" 2>&1; then
    tail -n 25 "$log" >&2
    fail "SUNDIALS could not be built; the whole log: $log"
fi
rm -rf "$work"
printf '%s\n' "$stamp" >"$folder/stamp.new" && mv "$folder/stamp.new" "$folder/stamp" || exit 1
say "ready in $folder after $(($(date +%s) - start)) s"
