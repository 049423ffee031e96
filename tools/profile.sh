#!/bin/sh
# SPDX-License-Identifier: MIT
# profile.sh - instructions per step, by part of the library: a Markdown table.
#
#     tools/profile.sh [build folder, with debug information; default build]
#
# Counts with valgrind's callgrind, so the numbers repeat whatever else the machine does. An inlined function counts
# where it is written. Needs valgrind.
set -eu
build=${1:-build}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

echo '| model | steps | model and jets | choice of q, next time | pair step | series, x, propagation | guards, events | queues | libm, rest | sum |'
echo '|---|---|---|---|---|---|---|---|---|---|'
for model in inverters adr cuk tyson; do
    steps=$(valgrind -q --tool=callgrind --callgrind-out-file="$work/out" "$build/bench/steps" --once $model 1e-4)
    callgrind_annotate --threshold=100 --auto=no "$work/out" | awk -v model=$model -v steps="$steps" '
        /^ *[0-9,]+ \(.*:/ {
            n = $1; gsub(",", "", n)
            if (/models\/|saltus_jet/) part = "model"
            else if (/quant\/(mliqss|pair)|num\/(roots|crossing|quadratic)/) part = "pair"
            else if (/quant\//) part = "choice"
            else if (/sim\/(guard|event|look)/) part = "guards"
            else if (/sched\//) part = "queues"
            else if (/sim\/(step|run|sim\.h)|base\/csr|num\//) part = "series"
            else part = "rest"
            sum[part] += n; all += n
        }
        END {
            printf "| %s | %d | %d | %d | %d | %d | %d | %d | %d | %d |\n", model, steps, sum["model"] / steps,
                sum["choice"] / steps, sum["pair"] / steps, sum["series"] / steps, sum["guards"] / steps,
                sum["queues"] / steps, sum["rest"] / steps, all / steps
        }'
done
