#!/bin/sh
# SPDX-License-Identifier: MIT
# fingerprint.sh - a line for every gallery model and method: how the run ended, what it cost, a hash of its values.
#
#     tools/fingerprint.sh build/saltus > before.txt
#     ... change something that must not change results ...
#     tools/fingerprint.sh build/saltus | diff before.txt -
#
# Runs end after EVENTS steps and events (20000). METHODS and MODELS, lists separated by blanks, make it shorter; a name
# of MODELS may be a path.
set -u
saltus=$1
: "${EVENTS:=20000}"
: "${METHODS:=$("$saltus" methods | awk '$2 ~ /^[0-9]+$/ { print $1 }')}"
: "${MODELS:=$("$saltus" models 2>/dev/null | awk 'NF > 1 && $1 !~ /^(Diagrams|.saltus)$/ { print $1 }')}"
export saltus EVENTS
one() {
    row=$(mktemp) said=$(mktemp)
    "$saltus" run "$1" --method "$2" --max-events "$EVENTS" --no-plot --stats=csv -o "$row.csv" >"$row" 2>"$said"
    printf '%s %s exit %d, steps %s, values %s\n' "$1" "$2" $? \
        "$(awk -F, 'NR == 1 { for (k = 1; k <= NF; k++) if ($k == "steps") s = k } NR == 2 { print $s }' "$row")" "$( (cat "$row.csv" 2>/dev/null || cat "$said") | sha256sum | cut -c1-16)"
    rm -f "$row" "$row.csv" "$said"
}
for model in $MODELS; do
    for method in $METHODS; do printf '%s %s\n' "$model" "$method"; done
done | xargs -P "$(nproc)" -L 1 sh -c "$(sed -n '/^one() {/,/^}/p' "$0")"'
one "$@"' _ | LC_ALL=C sort
