#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""branches.py - currents through diodes and switches of the circuits made of parts: exact flow against a tight run.

    python3 tests/textbook/branches.py SALTUS [NAME...]       the table, and status 1 where a bound is not kept

A current through a closed switch is a small voltage over a small resistance: with quantized states it is off by a quantum over
that resistance. All variables that end in .i are compared, between events (the rows come at a time that no clock of the
circuits has), by exact and by auto at 1e-3, with esdirk43 at a fine tolerance. A current counts beside its own largest value;
one that is nothing but leakage beside the largest current of the circuit counts beside a millionth of that. The reference is
confirmed by itself at ten times its tolerance: it must agree to a tenth of the bound. Guards must fire equally often. Where auto finds its
exact part too dear, it quantizes the states, and its currents are off as those of any quantized state: shown, but not bound."""
import csv
import json
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
CIRCUITS = os.path.join(HERE, "..", "..", "models", "circuits")
BOUND = 1e-4
LEAKAGE = 1e-6
# name: (stop, interval, tolerance of the reference)
RUNS = {
    "Buck": (0.01, 1.37e-5, 1e-10),
    "Boost": (0.01, 1.37e-5, 1e-10),
    "BuckBoost": (0.01, 2.71e-5, 1e-10),
    "Bucks": (0.005, 1.37e-5, 1e-10),
    "Cuk": (0.002, 1.37e-5, 1e-10),
    "HBridge": (0.01, 1.37e-5, 1e-10),
    "Inverter": (0.02, 5.37e-5, 1e-10),
    "Rectifier": (0.1, 1.37e-4, 1e-10),
    "ScrBridge": (0.1, 1.37e-4, 1e-10),
    "SixPulse": (0.03, 1.37e-4, 1e-8),
}


def run(saltus, folder, name, method, tolerance):
    """(rows of names and numbers, statistics)"""
    stop, interval, _ = RUNS[name]
    path = os.path.join(folder, "run.csv")
    done = subprocess.run([saltus, "run", os.path.join(CIRCUITS, f"{name}.mo"), "--interpret", "--method", method, "--tol", tolerance,
                           "--stop", repr(stop), "--interval", repr(interval), "--no-plot", "--no-estimate", "--stats", "json-all", "-o", path],
                          capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(f"{name} by {method}: {done.stderr}")
    with open(path, encoding="utf-8") as file:
        rows = list(csv.reader(file))
    table = {head: [float(row[k]) for row in rows[1:]] for k, head in enumerate(rows[0])}
    return table, json.loads(done.stdout[done.stdout.find("{"):])


def farthest(found, reference):
    """(largest difference of a current, its name)"""
    currents = [name for name in reference if name.endswith(".i")]
    largest = {name: max(map(abs, reference[name])) for name in currents}
    least = LEAKAGE * max(largest.values())
    return max((max(abs(a - b) for a, b in zip(found[name], reference[name], strict=True)) / max(largest[name], least), name) for name in currents)


def compare(saltus, folder, name):
    """A row of the table, and whether all bounds are kept."""
    tol = RUNS[name][2]
    reference, fine = run(saltus, folder, name, "esdirk43", f"{tol},{1e-2 * tol}")
    coarse, _ = run(saltus, folder, name, "esdirk43", f"{10 * tol},{0.1 * tol}")
    doubt, _ = farthest(coarse, reference)
    kept, cells = doubt <= BOUND / 10, []
    for method in ("exact", "auto"):
        found, stats = run(saltus, folder, name, method, "1e-3")
        if method == "exact" and not stats["exact_parts"]:
            raise SystemExit(f"{name}: exact has no exact part")
        off, where = farthest(found, reference)
        same = stats["events_by_guard"] == fine["events_by_guard"]
        kept &= same and (off <= BOUND or not stats["exact_parts"])
        cells.append(f"{off:.0e} (`{where}`)" + ("" if same else ", other events") + ("" if stats["exact_parts"] else ", no exact part"))
    return f"| {name} | {' | '.join(cells)} | {sum(fine['events_by_guard'].values())} | {doubt:.0e} |", kept


def main():
    saltus, names = sys.argv[1], sys.argv[2:] or list(RUNS)
    bad = []
    print("| circuit | `exact` | `auto` | events of guards | doubt of the reference |\n|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        for name in names:
            row, kept = compare(saltus, folder, name)
            print(row, flush=True)
            if not kept:
                bad.append(name)
    if bad:
        raise SystemExit(f"branches.py: {', '.join(bad)}: a current is off by more than {BOUND:g}, guards fire otherwise, or the reference is in doubt")


main()
