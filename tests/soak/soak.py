#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""soak.py - random hybrid models by every method, compared with a tight run by another engine.

    soak.py --saltus build/saltus [--minutes 10 | --models 20] [--seed 1] [--methods auto,cvode] [--keep FOLDER]

A *finding* is a run that ends well, without a warning, and differs from the reference by more than LIMIT tolerances, or
counts other events. It is made smaller (shrink.py) and printed. The reference is an explicit method at 1e-9 in short
steps; where a second one, at another tolerance and step, does not agree with it, the model is too sensitive to judge.
A run that fails, or does not end in time, is counted and not a finding. Exit status 1: there are findings.
"""
import argparse
import collections
import csv
import os
import re
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(__file__))
import draw  # noqa: E402
import shrink  # noqa: E402

TOLERANCE, LIMIT, STOP, ROWS, NEAR = 1e-4, 30, 10.0, 1000, 4
METHODS = "auto,qss2,qss3,liqss2,liqss3,mliqss2,rliqss2,abm,cvode,ida,esdirk43,dopri5"
REFERENCES = [("dopri5", "1e-9,1e-11", STOP / 3000), ("cvode", "1e-8,1e-10", STOP / 2000)]
Run = collections.namedtuple("Run", "ended warned message time values")


class Soak:
    def __init__(self, saltus, folder, seconds):
        self.saltus, self.folder, self.seconds = os.path.abspath(saltus), folder, seconds

    def command(self, model, method, tolerance, step, out):
        words = [self.saltus, "run", model, "--interpret", "--method", method, "--tol", tolerance, "--stop", str(STOP), "--no-plot",
                 "-q", "-o", out, "--interval", str(STOP / ROWS)]
        return words + (["--max-step", str(step)] if step else [])

    def run(self, text, method, tolerance=str(TOLERANCE), step=None):
        model, out = os.path.join(self.folder, "Soak.mo"), os.path.join(self.folder, "out.csv")
        with open(model, "w") as f:
            f.write(text)
        if os.path.exists(out):
            os.remove(out)
        try:
            p = subprocess.run(self.command(model, method, tolerance, step, out), capture_output=True, text=True,
                               timeout=self.seconds)
        except subprocess.TimeoutExpired:
            return Run(False, False, "not ended in time", [], {})
        said = p.stderr.strip()
        if p.returncode != 0 or not os.path.exists(out):
            return Run(False, False, said.split("\n")[0], [], {})
        return Run(True, "warning" in said, said, *read_table(out))

    def reference(self, text):
        """The curves that two tight runs agree on; None and why: there are none."""
        runs = [self.run(text, method, tolerance, step) for method, tolerance, step in REFERENCES]
        for r in runs:
            if not r.ended:
                return None, r.message
        worst = distance(runs[0], runs[1], list(runs[0].values))
        return (runs[0], "") if worst[0] <= 1 else (None, "sensitive")


def read_table(path):
    with open(path) as f:
        rows = [row for row in csv.reader(line for line in f if not line.startswith("#"))]
    names = [re.sub(r"\s*\[[^\d\]]*\]$", "", name).strip('"') for name in rows[0]]
    columns = list(zip(*[[float(v) for v in row] for row in rows[1:]]))
    return list(columns[0]), dict(zip(names[1:], columns[1:]))


def distance(run, reference, names):
    """How far run is from reference, in tolerances, where, and in what. An event may come a little earlier or later:
    at each row, only what lies outside all that the reference is within NEAR rows counts."""
    worst = (0.0, 0.0, "")
    for name in names:
        a, b = run.values.get(name), reference.values.get(name)
        if a is None or b is None:
            continue
        unit = TOLERANCE * max(1e-1, max(abs(v) for v in b))
        for k in range(min(len(a), len(b)) - NEAR):
            near = b[max(0, k - NEAR):k + NEAR + 1]
            out = max(min(near) - a[k], a[k] - max(near), 0.0) / unit
            if not out <= worst[0]:
                worst = (out, run.time[k], name)
    return worst


def judge(soak, items, reference, method):
    """None, or what is wrong with this method."""
    text = draw.text(items)
    run = soak.run(text, method)
    if not run.ended:
        return "ended", run.message
    counts = [n for item in items for n in item.count]
    for n in counts:
        if n in run.values and run.values[n][-1] != reference.values[n][-1] and not run.warned:
            return "wrong", f"{n} is {run.values[n][-1]:g} at the end, not {reference.values[n][-1]:g}"
    far, at, name = distance(run, reference, [n for n in reference.values if n not in counts])
    if not far <= LIMIT and not run.warned:
        return "wrong", f"{name} is {far:.3g} tolerances off at t = {at:g}"
    return ("warned", "") if run.warned else None


def parse_arguments():
    p = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    p.add_argument("--saltus", required=True)
    p.add_argument("--minutes", type=float)
    p.add_argument("--models", type=int)
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--methods", default=METHODS)
    p.add_argument("--seconds", type=float, default=20, help="for one run")
    p.add_argument("--keep", help="folder for models that are findings")
    p.add_argument("--no-shrink", action="store_true")
    p.add_argument("--strict", action="store_true", help="a run that does not end is a finding, too")
    return p.parse_args()


def tell(a, soak, items, reference, seed, method, what):
    print(f"FOUND seed {seed}, {method}: {what}", flush=True)
    if not a.no_shrink:
        items = shrink.smaller(items, lambda less: still_wrong(soak, less, method))
    print(draw.text(items), flush=True)
    if a.keep:
        os.makedirs(a.keep, exist_ok=True)
        with open(os.path.join(a.keep, f"seed{seed}-{method}.mo"), "w") as f:
            f.write(draw.text(items))


def still_wrong(soak, items, method):
    reference, _ = soak.reference(draw.text(items))
    verdict = judge(soak, items, reference, method) if reference else None
    return bool(verdict) and verdict[0] == "wrong"


def main():
    a = parse_arguments()
    end = time.time() + 60 * a.minutes if a.minutes else None
    count, findings, seed = collections.Counter(), 0, a.seed
    with tempfile.TemporaryDirectory() as folder:
        soak = Soak(a.saltus, folder, a.seconds)
        while (end and time.time() < end) or (a.models and seed < a.seed + a.models):
            items = draw.draw(seed)
            reference, why = soak.reference(draw.text(items))
            count["models"] += 1
            if not reference:
                count["not judged"] += 1
                print(f"seed {seed}: not judged: {why}", flush=True)
                seed += 1
                continue
            for method in a.methods.split(","):
                verdict = judge(soak, items, reference, method)
                count["runs"] += 1
                if verdict and verdict[0] == "wrong":
                    findings += 1
                    tell(a, soak, items, reference, seed, method, verdict[1])
                elif verdict:
                    count[verdict[0]] += 1
                    if verdict[0] == "ended":
                        findings += a.strict
                        print(f"seed {seed}, {method}: {verdict[1]}", flush=True)
            seed += 1
    print(f"seeds {a.seed} to {seed - 1}: {count['models']} models ({count['not judged']} not judged), {count['runs']} runs, "
          f"{count['warned']} with a warning, {count['ended']} not ended, {findings} findings")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
