#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""msl.py - how many examples of the Modelica Standard Library does Saltus run, and are they right?

    tools/msl.sh DIR [PREFIX...]            DIR: the folder in which Modelica/ lies; only classes below PREFIX
        --check                             only 'saltus check', to rank what stands in the way
        --results FOLDER                    references, NAME.csv: time, then signals
        --out FOLDER                        what is known so far, NAME.json (default build/msl)
        --again                             forget it, for these classes
        --failed                            forget only what did not match
        --known                             run nothing, only tell what is known
        --limit SECONDS                     CPU time of a run (default 60); a check may take as long
        --page FILE                         write the page docs/msl.md
        --rank                              print the first error of all classes that are refused, by number
        --list                              print the classes and stop

Every class below a package Examples that has an experiment annotation is checked, compiled, run with auto and with a
classic method (the first of cvode, esdirk43, dopri5 that ends, or is too slow), with the tolerance of the example or
1e-4. A run matches its reference if every signal stays within 1 % of its range, a shift in time of 0.2 % of the run
allowed. Without a reference auto is compared with the classic run by the same rule. One class after the other; an interrupted campaign goes on where it was.
"""
import argparse
import bisect
import collections
import csv
import json
import os
import re
import resource
import signal
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
SALTUS = os.environ.get("SALTUS", os.path.join(HERE, "..", "build", "saltus"))
CLASSIC = ["cvode", "esdirk43", "dopri5"]
KINDS = {"model", "block", "package", "function", "class", "record", "connector", "type", "operator"}
TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|//[^\n]*|/\*.*?\*/|\'(?:[^\'\\]|\\.)*\'|[A-Za-z_]\w*|[^\s\w]|\d[\w.]*', re.S)

# ---- The classes ---------------------------------------------------------------------------------


def tokens_of(path):
    with open(path, encoding="utf-8", errors="replace") as f:
        text = f.read()
    return [t for t in TOKEN.findall(text) if not t.startswith(("//", "/*"))]


def times_of(tokens):
    """StartTime and StopTime of experiment(...), as far as they are numbers, and is there a Tolerance? Of the tokens inside."""
    text = "".join(tokens[:60])
    found = dict(re.findall(r"(StartTime|StopTime)=([-+]?[\d.]+(?:[eE][-+]?\d+)?)[,)]", text))
    return float(found.get("StartTime", 0)), float(found.get("StopTime", 0)), "Tolerance=" in text.split(")")[0]


def classes_of(path):
    """Full names of the classes of a file that have an experiment annotation, and are no functions, with its times."""
    tokens = tokens_of(path)
    stack, found, k = [], [], 0
    if tokens[:1] == ["within"]:
        end = tokens.index(";")
        stack = [("package", t) for t in tokens[1:end] if t != "."]
        k = end + 1
    base = len(stack)
    while k < len(tokens):
        t = tokens[k]
        after = tokens[k + 1:k + 4]
        if t in KINDS and after:
            name = after[1] if after[0] == "extends" else after[0]
            follows = after[2:3] if after[0] == "extends" else after[1:2]
            if re.match(r"[A-Za-z_']", name) and name not in KINDS and follows and follows[0] not in ("=", "("):
                stack.append((t, name))
                k += 1
        elif t == "end" and len(stack) > base and after and after[0] == stack[-1][1]:
            stack.pop()
            k += 1
        elif t == "experiment" and after and after[0] == "(" and len(stack) > base:
            name = ".".join(n for _, n in stack)
            if stack[-1][0] in ("model", "block", "class") and ".Examples." in name:
                found.append((name, times_of(tokens[k + 2:])))
        k += 1
    return found


def examples(folder):
    names = []
    for where, folders, files in os.walk(os.path.join(folder, "Modelica")):
        folders.sort()
        for name in sorted(files):
            if name.endswith(".mo"):
                names += classes_of(os.path.join(where, name))
    return dict(sorted(set(names)))


def package_of(name):
    parts = name.split(".")
    return ".".join(parts[1:parts.index("Examples")][:2])


# ---- One run of the command ----------------------------------------------------------------------


def call(args, limit):
    """Exit status ('time' if the limit was passed), CPU seconds, what it said."""
    def limits():
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 5))
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with tempfile.TemporaryFile() as out:  # a pipe may stay open in a process that outlives the command
        p = subprocess.Popen([SALTUS] + args, stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT,
                             preexec_fn=limits, start_new_session=True)
        try:
            status = p.wait(timeout=6 * limit + 60)
        except (subprocess.TimeoutExpired, KeyboardInterrupt) as e:
            os.killpg(p.pid, signal.SIGKILL)
            p.wait()
            if isinstance(e, KeyboardInterrupt):
                raise
            status = "time"
        out.seek(0)
        said = out.read().decode("utf-8", "replace")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    if status in (-24, -9) or (status != 0 and seconds >= limit):
        status = "time"
    return status, round(seconds, 3), said


def first_error(said):
    for line in said.splitlines():
        at = re.search(r"(?:error|saltus): (?!warning)(.*)", line)
        if at and "warning:" not in line:
            return at.group(1)[:300]
    return said.strip().splitlines()[-1][:300] if said.strip() else "nothing was said"


def warnings_of(said):
    return [line.strip()[:300] for line in said.splitlines() if "warning:" in line][:5]


# ---- Curves --------------------------------------------------------------------------------------


def read_table(path):
    with open(path, newline="", encoding="utf-8") as f:
        rows = [r for r in csv.reader(f) if r and not r[0].startswith("#")]
    head = [h.strip() for h in rows[0]]
    columns = {h: [] for h in head}
    for row in rows[1:]:
        if len(row) == len(head):
            for h, v in zip(head, row):
                columns[h].append({"true": 1.0, "false": 0.0}[v] if v in ("true", "false") else float(v))
    return head, columns


def at(times, values, t):
    k = bisect.bisect_right(times, t)
    if k == 0:
        return values[0]
    if k == len(times) or times[k - 1] == t:
        return values[k - 1]
    a, b = times[k - 1], times[k]
    return values[k - 1] + (values[k] - values[k - 1]) * (t - a) / (b - a)


def worst(ref_t, ref, t, v):
    """The largest distance of a reference from the band of the run, in parts of its range."""
    span = ref_t[-1] - ref_t[0]
    shift = 0.002 * span
    size = max(abs(x) for x in ref)
    scale = max(max(ref) - min(ref), 1e-3 * size, 1e-9)
    bad = 0.0
    if any(y != y for y in ref):
        return float("inf")
    for when, x in zip(ref_t, ref):
        lo, hi = bisect.bisect_left(t, when - shift), bisect.bisect_right(t, when + shift)
        near = v[lo:hi] + [at(t, v, when - shift), at(t, v, when), at(t, v, when + shift)]
        bad = max(bad, (x - max(near)) / scale, (min(near) - x) / scale)
        if any(y != y for y in near):
            return float("inf")
    return bad


def compare(reference, run):
    """A verdict: how many signals, the worst of them and by how much; signals that the run does not have."""
    head, ref = reference
    time = head[0]
    _, mine = run
    names = [h for h in head[1:] if h in mine]
    out = {"signals": len(names), "missing": len(head) - 1 - len(names), "worst": 0.0, "signal": None}
    if not names or len(mine["time"]) < 2:
        return dict(out, matches=None)
    every = max(1, len(ref[time]) // 300)
    for name in names:
        w = worst(ref[time][::every], ref[name][::every], mine["time"], mine[name])
        if w > out["worst"]:
            out["worst"], out["signal"] = round(w, 6), name
    out["matches"] = out["worst"] <= 0.01
    return out


# ---- One class -----------------------------------------------------------------------------------


def run(name, method, folder, limit, scratch, reference, times):
    path = os.path.join(scratch, method + ".csv")
    args = ["run", name, "--library", folder, "--no-plot", "--no-estimate", "--native", "--method", method, "-o", path,
            "--stats=json"]
    if reference:
        t = reference[1][reference[0][0]]
        args += ["--stop", repr(t[-1]), "--interval", repr((t[-1] - t[0]) / 2000)]
    if not times[2]:
        args += ["--tol", "1e-4"]
    if not reference and times[1] > times[0]:
        args += ["--interval", repr((times[1] - times[0]) / 2000)]
    status, seconds, said = call(args, limit)
    out = {"method": method, "status": status, "cpu": seconds}
    if status == 0:
        table = read_table(path)
        os.remove(path)
        found = re.search(r'"cpu_seconds": *([.\deE+-]+)', said)
        out["run_cpu"] = float(found.group(1)) if found else None
        out["warnings"] = warnings_of(said)
        return out, table
    if os.path.exists(path):
        os.remove(path)
    out["error"] = "more than %d s" % limit if status == "time" else first_error(said)
    return out, None


def judge(name, o, times):
    """Everything that is known of a class."""
    status, seconds, said = call(["check", name, "--library", o.dir], o.limit)
    out = {"name": name, "check": status, "check_cpu": seconds}
    if status != 0:
        out["error"] = "more than %d s" % o.limit if status == "time" else first_error(said)
        return out
    if o.check:
        return out
    path = os.path.join(o.results, name + ".csv") if o.results else ""
    reference = read_table(path) if os.path.exists(path) else None
    out["reference"] = reference is not None
    with tempfile.TemporaryDirectory() as scratch:
        out["auto"], mine = run(name, "auto", o.dir, o.limit, scratch, reference, times)
        for method in CLASSIC:
            out["classic"], other = run(name, method, o.dir, o.limit, scratch, reference, times)
            if other or out["classic"]["status"] == "time":
                break
    if reference:
        for key, table in (("auto", mine), ("classic", other)):
            if table:
                out[key].update(compare(reference, table))
    elif mine and other:
        out["auto"].update(compare(other, mine))
    return out


def done(r):
    """Does it run, and is it as it should be?"""
    return bool(r.get("auto", {}).get("matches"))


# ---- What became of them -------------------------------------------------------------------------


def kind_of(error):
    """Messages that differ in names and numbers only are one."""
    text = re.sub(r"\d+", "N", re.sub(r"'[^']*'", "'..'", error))
    return re.sub(r"'\.\.'(, '\.\.')+(, \.\.\.)?", "'..'", text)[:110]


def reason(r):
    if r["check"] != 0:
        return "check: " + kind_of(r["error"])
    if "auto" not in r:
        return None
    if r["auto"]["status"] != 0:
        return "run: " + kind_of(r["auto"]["error"])
    if r["auto"].get("matches") is False:
        return "differs from " + ("its reference" if r.get("reference") else "the classic run")
    if r["auto"].get("matches") is None:
        return "not compared"
    return None


def rank(records):
    count, first = collections.Counter(), {}
    for r in records:
        why = reason(r)
        if why:
            count[why] += 1
            first.setdefault(why, (r["name"], r.get("error") or r.get("auto", {}).get("error", "")))
    for why, n in count.most_common():
        print("%4d  %s\n          %s: %s" % (n, why, first[why][0], first[why][1][:150]))


def totals(rows):
    auto = [r["auto"] for r in rows if r.get("auto", {}).get("status") == 0]
    classic = [r["classic"] for r in rows if r.get("classic", {}).get("status") == 0]
    return [len(rows), sum(r["check"] == 0 for r in rows), sum("auto" in r for r in rows), len(auto), sum(done(r) for r in rows), len(classic),
            sum(bool(c.get("matches")) for c in classic)]


def cell(r, key):
    one = r.get(key)
    if not one:
        return "", ""
    if one["status"] != 0:
        return one["error"].replace("|", "\\|")[:90], "%.2f" % one["cpu"]
    how = {True: "matches", False: "differs (%.3g, %s)" % (one.get("worst", 0), one.get("signal")), None: "ends"}[one.get("matches")]
    how += ", %d signals missing" % one["missing"] if one.get("missing") else ""
    return how + (", with warnings" if one.get("warnings") else ""), "%.2f" % one["cpu"]


def page(records, path):
    groups = collections.OrderedDict()
    for r in records:
        groups.setdefault(package_of(r["name"]), []).append(r)
    with open(path, "w", encoding="utf-8") as f:
        f.write("# The Modelica Standard Library\n\n"
                "Made by `tools/msl.sh DIR --results FOLDER --page docs/msl.md`: all classes of version 4.0.0 below `Examples` that have\n"
                "an `experiment` annotation, unchanged. A run *matches* if every signal stays within 1 %% of its range of a published\n"
                "reference, a shift in time of 0.2 %% of the run allowed; where there is no reference, if auto agrees with the classic\n"
                "method by the same rule. CPU times are seconds of the whole command, with the C compiler. Tolerances are\n"
                "those of the examples, or 1e-4. A run ends after the CPU time\n"
                "that its message says, a few seconds, the C compiler included. What passes the check "
                "and has no times was not run; %d were.\n\n"
                "| package | examples | check | run | auto ends | auto matches | classic ends | classic matches a reference |\n"
                "|---|---|---|---|---|---|---|---|\n" % sum("auto" in r for r in records))
        for name, rows in groups.items():
            f.write("| %s | %s |\n" % (name, " | ".join(map(str, totals(rows)))))
        f.write("| all | %s |\n\n## Why not\n\n| examples | reason |\n|---|---|\n" % " | ".join(map(str, totals(records))))
        count = collections.Counter(w for w in map(reason, records) if w)
        for why, n in sorted(count.items(), key=lambda p: (-p[1], p[0])):
            f.write("| %d | %s |\n" % (n, why.replace("|", "\\|")))
        for name, rows in groups.items():
            f.write("\n## %s\n\n| example | check | auto | CPU | classic | CPU |\n|---|---|---|---|---|---|\n" % name)
            for r in rows:
                f.write("| %s | %s | %s | %s | %s | %s |\n" % (
                    (r["name"].split("Examples.", 1)[1], "fine" if r["check"] == 0 else r["error"].replace("|", "\\|")[:90])
                    + cell(r, "auto") + cell(r, "classic")))


def load(path):
    try:
        with open(path, encoding="utf-8") as f:
            return json.load(f)
    except (OSError, ValueError):
        return None


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("dir")
    p.add_argument("prefix", nargs="*")
    for flag in ("check", "again", "failed", "known", "rank", "list"):
        p.add_argument("--" + flag, action="store_true")
    p.add_argument("--results")
    p.add_argument("--out", default=os.path.join(HERE, "..", "build", "msl"))
    p.add_argument("--limit", type=int, default=60)
    p.add_argument("--page")
    o = p.parse_args()
    if not os.path.isdir(os.path.join(o.dir, "Modelica")):
        sys.exit("msl.sh: there is no folder Modelica in %s" % o.dir)
    known = examples(o.dir)
    names = [n for n in known if not o.prefix or any((n + ".").startswith(q + ".") for q in o.prefix)]
    if o.list:
        print("\n".join(names))
        return
    os.makedirs(o.out, exist_ok=True)
    records = []
    for name in names:
        path = os.path.join(o.out, name + ".json")
        r = None if o.again else load(path)
        if o.known:
            records += [r] if r else []
            continue
        if r and o.failed and not (done(r) or (o.check and r["check"] == 0)):
            r = None
        if r and not o.check and r["check"] == 0 and "auto" not in r:
            r = None
        if not r:
            r = judge(name, o, known[name])
            with open(path + ".part", "w", encoding="utf-8") as f:
                json.dump(r, f, indent=1, sort_keys=True)
            os.replace(path + ".part", path)
        records.append(r)
    if o.rank:
        rank(records)
    if o.page:
        page(records, o.page)
    print("%d examples, %d pass check, %d were run, auto ends %d and matches %d, classic ends %d and matches a reference %d" % tuple(totals(records)))


if __name__ == "__main__":
    main()
