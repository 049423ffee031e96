#!/bin/sh
# SPDX-License-Identifier: MIT
# papers.sh - the papers' tables again, by the saltus command alone.
#
#     tools/papers.sh SALTUS [--update] [TEXT]
#
# Runs the lines of docs/papers.txt (only those that contain TEXT) and prints a Markdown table: the paper's number, ours,
# their ratio. --update puts it into docs/reproduction.md between its marks instead. JOBS runs go at the same time (2).
set -u
cd "$(dirname "$0")/.." || exit 2
update= only=
saltus=${1:-build/saltus}
[ $# -gt 0 ] && shift
for word; do
    case $word in
    --update) update=1 ;;
    *) only=$word ;;
    esac
done
if [ -n "$update" ] && [ -n "$only" ]; then
    echo "papers: --update writes the whole table, not only lines with '$only'" >&2
    exit 2
fi
SALTUS_MODELS=${SALTUS_MODELS:-$PWD/models}
export SALTUS_MODELS
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

# ---- The runs: $work/N.csv, and $work/N.before.csv up to the first step -------------------------------------------

# compare ARGUMENTS > CSV. A run that a limit ends is a row, too: exit 1 is fine if there is one.
compare() {
    # The arguments are words without blanks; patterns are not for the shell.
    set -f
    # shellcheck disable=SC2086
    "$saltus" compare $1 --stats csv --by-variable --repeat 1 --quiet 2>"$2.err" >"$2" || [ "$(wc -l <"$2")" -ge 2 ] || {
        echo "papers: saltus compare $1" >&2
        cat "$2.err" >&2
        return 1
    }
}

# Of a line of CSV.
split_csv='function split_csv(line, out,   n, c, quoted, i) {
    n = 1; out[1] = ""; quoted = 0
    for (i = 1; i <= length(line); i++) {
        c = substr(line, i, 1)
        if (c == "\"") quoted = !quoted
        else if (c == "," && !quoted) out[++n] = ""
        else out[n] = out[n] c
    }
    return n
}
'

field() { # NAME FILE: of the only row. The columns asked for stand before or after none that is quoted but texts.
    awk -v name="$1" "$split_csv"'
        NR == 1 { n = split_csv($0, head) }
        NR == 2 { split_csv($0, row); for (k = 1; k <= n; k++) if (head[k] == name) print row[k] }' "$2"
}

one() { # LINE-NUMBER
    line=$(sed -n "$1p" "$work/rows")
    args=$(printf '%s\n' "$line" | awk -F ' *[|] *' '{ print $4 }')
    case $args in
    *--max-events*) ;;
    *) args="$args --max-events 60000000" ;;
    esac
    compare "$args" "$work/$1.csv" || return 1
    case $line in
    *before:*)
        name=$(printf '%s\n' "$line" | sed 's/.*first:\([^ ]*\) .*/\1/')
        first=$(field "first_step:$name" "$work/$1.csv")
        compare "$args --stop $first" "$work/$1.before.csv" || return 1
        ;;
    esac
}

grep -v '^#' docs/papers.txt | grep -F -e "$only" >"$work/rows"
count=$(wc -l <"$work/rows")
[ "$count" -gt 0 ] || { echo "papers: no line contains '$only'" >&2; exit 2; }

# ---- At most JOBS at a time; each writes its own files ---------------------------------------------------------------
k=1 running=0
while [ "$k" -le "$count" ]; do
    { one "$k" || : >"$work/failed"; } &
    k=$((k + 1)) running=$((running + 1))
    if [ "$running" -ge "${JOBS:-2}" ]; then
        wait
        running=0
    fi
done
wait

# ---- The table -------------------------------------------------------------------------------------------------------

printf '%s\n' "$split_csv" >"$work/split.awk"
cat >"$work/table.awk" <<'AWK'
function load(file, into,   line, n, head, row, k) {
    split("", into)
    if ((getline line < file) <= 0) return 0
    n = split_csv(line, head)
    if ((getline line < file) <= 0) return 0
    split_csv(line, row)
    for (k = 1; k <= n; k++) into[head[k]] = row[k]
    close(file)
    return 1
}
function title(what,   part) {
    split(what, part, ":")
    if (part[1] == "steps") return part[2] == "" ? "steps" : "steps of " part[2]
    if (part[1] ~ /^evaluations/) return "f evaluations"
    if (part[1] == "max_q") return "max error of q"
    if (part[1] == "mean_q") return "mean error of q"
    if (part[1] == "mse") return "mean square error"
    if (part[1] == "rel") return "relative error"
    if (part[1] == "first") return "first step of " part[2] " at"
    if (part[1] == "before") return "steps of " part[2] " before it"
    if (part[1] == "last") return "last step at"
    if (part[1] == "q") return "q of " part[2] " at the end"
    if (part[1] == "norm") return "norm of x at the end"
    print "papers: unknown quantity " what > "/dev/stderr"
    failed = 1
    return what
}
function norm(   k, sum) {
    for (k in f) if (k ~ /^x:/) sum += f[k] * f[k]
    return sqrt(sum)
}
function measure(what,   part) {
    split(what, part, ":")
    if (what == "steps") return f["messages"]
    if (part[1] == "steps") return f["messages:" part[2]]
    if (what == "evaluations") return f["paper_evaluations"]
    if (what == "evaluations*order") return f["paper_evaluations"] * f["order"]
    if (what == "max_q") return f["error_q_max"]
    if (what == "mean_q") return f["error_q_mean"]
    if (what == "mse") return f["error_mse"]
    if (what == "rel") return f["error_rel"]
    if (part[1] == "first") return f["first_step:" part[2]]
    if (part[1] == "before") return before["steps:" part[2]]
    if (what == "last") return f["last_step"]
    if (part[1] == "q") return f["q:" part[2]]
    if (what == "norm") return norm()
}
function number(x, whole) {
    if (x == "" || x == "-") return "-"
    return whole ? sprintf("%.0f", x) : sprintf("%.4g", x)
}
BEGIN {
    FS = " *[|] *"
    print "| paper | place | row | quantity | paper's | Saltus | ratio | remark |"
    print "|---|---|---|---|---|---|---|---|"
}
{
    if (!load(work "/" NR ".csv", f)) { failed = 1; next }
    load(work "/" NR ".before.csv", before)
    complete = f["outcome"] == "ok" || f["outcome"] == "terminated"
    n = split($5, claim, /, */)
    for (k = 1; k <= n; k++) {
        split(claim[k], c, " ")
        whole = c[1] ~ /^(steps|evaluations|before)/
        ours = complete || whole ? measure(c[1]) : ""
        remark = $6
        if (!complete) remark = (f["outcome"] == "max_events" ? "stopped" : f["outcome"]) " at t = " sprintf("%.3g", f["t_end"]) (remark == "" ? "" : "; " remark)
        ratio = !complete || ours == "" || c[2] == "-" ? "-" : sprintf("%.3f", ours / c[2])
        printf "| %s | %s | %s | %s | %s | %s%s | %s |%s |\n", $1, $2, $3, title(c[1]), number(c[2], whole), complete || !whole ? "" : "> ", number(ours, whole), ratio, remark == "" ? "" : " " remark
    }
}
END { exit failed }
AWK
LC_ALL=C awk -v work="$work" -f "$work/split.awk" -f "$work/table.awk" "$work/rows" >"$work/table.md" || : >"$work/failed"

if [ -z "$update" ]; then
    cat "$work/table.md"
elif [ ! -e "$work/failed" ]; then
    awk 'NR == FNR { table = table $0 "\n"; next }
         /^<!-- papers: end/ { inside = 0 }
         !inside { print }
         /^<!-- papers: begin/ { inside = 1; printf "%s", table }' \
        "$work/table.md" docs/reproduction.md >"$work/reproduction.md" &&
        cat "$work/reproduction.md" >docs/reproduction.md
fi
[ ! -e "$work/failed" ]
