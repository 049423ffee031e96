#!/bin/sh
# SPDX-License-Identifier: MIT
# run.sh - result files are read by programs that others have written.
#
#     tests/formats/run.sh writer scipy|octave|seg
#
# Fails if that program is not here; tools/need.sh test installs it.
set -eu
here=$(dirname "$0") folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
missing() {
    echo "$1 is missing: sh tools/need.sh test"
    exit 1
}
"$1" "$folder"
case $2 in
scipy)
    for python in python3 /usr/bin/python3; do
        "$python" -c 'import scipy.io' 2>/dev/null && exec_by=$python && break
    done
    [ -n "${exec_by:-}" ] || missing scipy
    "$exec_by" "$here/check_mat.py" "$folder"
    ;;
octave)
    command -v octave-cli >/dev/null || missing octave
    octave-cli --norc --no-history "$here/check_mat.m" "$folder"
    ;;
seg)
    command -v python3 >/dev/null || missing python3
    python3 "$here/check_seg.py" "$folder"
    ;;
esac
