#!/bin/sh
# SPDX-License-Identifier: MIT
# need.sh - tools/need.sh: no package is in two sets that one target names, all sets are known, and
# `make demo` and `make test` name what they use.
set -u
cd "$(dirname "$0")/../.." || exit 2
status=0

# Packages that a target of the Makefile installs, from the sets on its line.
sets_of() {
    awk -v target="$1" -F: '/^[a-z-]+:/ { on = $1 == target }
        on && /need[.]sh / { sub(/.*need[.]sh /, ""); print; exit }' Makefile
}
packages() {
    for set; do sed -n "/^    $set)/,/;;/s/^ *echo ['\"]\([^ ]*\) .*/\1/p" tools/need.sh; done
}

for target in demo test bench papers docs sundials; do
    sets=$(sets_of "$target")
    [ -n "$sets" ] || { echo "make $target names no set"; status=1; }
    for set in $sets; do
        [ -n "$(packages "$set")" ] || { echo "make $target: no packages in '$set'"; status=1; }
    done
    twice=$(packages $sets | sort | uniq -d)
    [ -z "$twice" ] || { echo "make $target would name twice: $twice"; status=1; }
done
for package in libcairo2-dev liblapack-dev libsuitesparse-dev; do
    for target in demo test; do
        packages $(sets_of $target) | grep -qx $package && continue
        echo "make $target does not install $package"
        status=1
    done
done

# Every set is known.
for set in build command test docs bench ci; do
    sh tools/need.sh --check "$set" >/dev/null 2>&1
    [ $? -le 1 ] || { echo "need.sh: set '$set' is unknown"; status=1; }
done
[ $status = 0 ] && echo "need: every target names its packages once"
exit $status
