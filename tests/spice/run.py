#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""run.py - do netlists give what ngspice gives?

    python3 tests/spice/run.py SALTUS [NAME ...]

Each NAME.cir is run as it is, at --tol 1e-5, and compared with NAME.csv (reference.py). The error of a column is the mean of
|x - reference| over all instants, in units of the range of the reference. It must be at most 2e-3, or what LIMITS says, with the reason.
"""
import csv
import glob
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
LIMIT = 2e-3
LIMITS = {"hysteresis": 4e-3}   # ngspice notices a threshold after a step, 200 times in this run


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def names_of(saltus, path):
    """Of vectors, v(out) and i(l1), the names of variables in the model."""
    text = subprocess.run([saltus, "convert", path, "-", "-qq"], capture_output=True, text=True, check=True).stdout
    pins = {(node or ident).lower(): ident for ident, node in re.findall(r'(?m)^  Pin (\w+)(?:\([^"]*\))?(?: "node (.*)")?;$', text)}
    parts = {ident.lower(): ident for ident in re.findall(r"(?m)^  (?:Electrical|Spice)\.\w+ (\w+)\(", text)}
    return lambda vector: (pins[vector[2:-1]] + ".v") if vector[0] == "v" else (parts[vector[2:-1]] + ".i")


def rows_of(path):
    with open(path, encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))
    return rows[0], [[float(x) for x in row] for row in rows[1:]]


def compared(saltus, name, more=()):
    """The error of the worst column, and what the run said."""
    path = os.path.join(HERE, name + ".cir")
    head, wanted = rows_of(os.path.join(HERE, name + ".csv"))
    names = [names_of(saltus, path)(vector) for vector in head[1:]]
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "out.csv")
        stop = wanted[-1][0]
        run = subprocess.run([saltus, "run", path, "--quiet", "--tol", "1e-5", "-o", out, "--vars", ",".join(names),
                              "--interval", repr(stop/(len(wanted) - 1)), *more], capture_output=True, text=True, check=False, timeout=600)
        if run.returncode:
            return 1e300, (run.stdout + run.stderr).strip()
        got_head, got = rows_of(out)
    if len(got) < len(wanted):
        return 1e300, f"{len(got)} rows instead of {len(wanted)}"
    worst, where = 0, ""
    for k, column in enumerate(names, 1):
        j = got_head.index(column)
        values = [row[k] for row in wanted]
        size = max(values) - min(values)
        error = sum(abs(a[j] - b[k]) for a, b in zip(got, wanted))/len(wanted)/(size or 1)
        if error >= worst:
            worst, where = error, column
    return worst, where


def main():
    saltus, names = sys.argv[1], [w for w in sys.argv[2:] if w[0] != "-"]
    names = names or sorted(os.path.basename(p)[:-4] for p in glob.glob(os.path.join(HERE, "*.cir")))
    failed = 0
    for name in names:
        error, where = compared(os.path.abspath(saltus), name)
        limit = LIMITS.get(name, LIMIT)
        good = error <= limit
        failed += not good
        print(f"{'ok' if good else 'not ok'} {name}: {error:.1e} {where}" if error < 1e299 else f"not ok {name}: {where}")
    print(f"{len(names) - failed} passed, {failed} failed")
    return 1 if failed or not names else 0


if __name__ == "__main__":
    sys.exit(main())
