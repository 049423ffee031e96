#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""run.py - circuits as textbooks draw them, from parts of the library, by five methods.

    python3 tests/textbook/run.py SALTUS [--bless] [NAME...]

What a circuit must give stands in lines that begin with //=

    //= mean(load.v, last=20m) = 13.925 +- 0.02    measured along the whole run
    //= events 80                                  guards fire so often: 5 % and 2 fewer, 10 % and 4 more
    //= most auto 120                              ... but by this method at most so often
    //= without liqss2: it chatters                methods that do not get through, and why

The methods are auto, exact, liqss2, cvode and esdirk43 with the tolerance of a first run, 1e-3 and 1e-6. --bless writes values and events
anew, from cvode at 1e-7,1e-9; esdirk43 at that tolerance must agree with it to a quarter of each bound.
"""
import json
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
METHODS = ("auto", "exact", "liqss2", "cvode", "esdirk43")
SECONDS = 20
VALUE = re.compile(r"//= (\w+\(.*\)) = (\S+) \+- (\S+)$")


def read(path):
    """What the circuit must give."""
    want = {"values": [], "events": None, "most": {}, "without": {}}
    for line in open(path, encoding="utf-8"):
        line = line.rstrip("\n")
        if not line.startswith("//="):
            continue
        words = line.split()
        value = VALUE.match(line)
        if value:
            want["values"].append((value[1], float(value[2]), float(value[3])))
        elif words[1] == "events":
            want["events"] = int(words[2])
        elif words[1] == "most":
            want["most"][words[2]] = int(words[3])
        elif words[1] == "without":
            method, why = line.removeprefix("//= without ").split(": ", 1)
            want["without"][method] = why
        else:
            raise SystemExit(f"{path}: what does this line mean? {line}")
    return want


def run(saltus, path, method, what, tolerance):
    """(statistics, None), or (None, what went wrong)."""
    command = [saltus, "run", path, "--method", method, "--tol", tolerance, "--interpret", "--no-plot", "--no-estimate", "--stats", "json",
               "--max-cpu", str(SECONDS)]
    for one in what:
        command += ["--measure", one]
    done = subprocess.run(command, capture_output=True, text=True)
    start = done.stdout.find("{")
    if start < 0:
        return None, done.stderr.strip()
    stats = json.JSONDecoder().raw_decode(done.stdout[start:])[0]
    if done.returncode or stats["outcome"] != "ok":
        return None, f"{stats['outcome']} at t = {stats['t_end']:g}: {done.stderr.strip()}"
    return stats, None


def faults(saltus, path, want, method):
    stats, fault = run(saltus, path, method, [what for what, _, _ in want["values"]], "1e-3,1e-6")
    if fault:
        return [fault]
    found = []
    for (what, value, bound), got in zip(want["values"], stats["measurements"]):
        if got["value"] is None or not abs(got["value"] - value) <= bound:
            found.append(f"{what} is {got['value']}, not {value} +- {bound}")
    if want["events"] is not None:
        least, most = want["events"] * 0.95 - 2, want["events"] * 1.1 + 4
        most = want["most"].get(method, most)
        if not least <= stats["events"] <= most:
            found.append(f"{stats['events']} events, not {want['events']}")
    return found


def bless(saltus, path):
    want = read(path)
    what = [one for one, _, _ in want["values"]]
    tight, fault = run(saltus, path, "cvode", what, "1e-7,1e-9")
    other, fault2 = run(saltus, path, "esdirk43", what, "1e-7,1e-9")
    if fault or fault2:
        raise SystemExit(f"{path}: {fault or fault2}")
    lines = open(path, encoding="utf-8").read()
    for (one, _, bound), a, b in zip(want["values"], tight["measurements"], other["measurements"]):
        if not abs(a["value"] - b["value"]) <= bound / 4:
            raise SystemExit(f"{path}: {one} is {a['value']} by cvode and {b['value']} by esdirk43")
        lines = re.sub(rf"(?m)^//= {re.escape(one)} = \S+", f"//= {one} = {a['value']:.6g}", lines)
    lines = re.sub(r"(?m)^//= events \S+", f"//= events {tight['events']}", lines)
    open(path, "w", encoding="utf-8").write(lines)


def main():
    saltus, names = sys.argv[1], [a for a in sys.argv[2:] if a != "--bless"]
    names = names or sorted(name[:-3] for name in os.listdir(HERE) if name.endswith(".mo"))
    failed = 0
    for name in names:
        path = os.path.join(HERE, name + ".mo")
        if "--bless" in sys.argv:
            bless(saltus, path)
        want = read(path)
        if not want["values"]:
            raise SystemExit(f"{path}: it says nothing that it must give")
        for method in METHODS:
            if method in want["without"]:
                continue
            for fault in faults(saltus, path, want, method):
                failed += 1
                print(f"not ok {name} {method}: {fault}", flush=True)
    print(f"{len(names)} circuits, {failed} faults")
    sys.exit(1 if failed else 0)


main()
