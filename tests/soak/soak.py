#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""soak.py - random hybrid models by every method, compared with a tight run by another engine.

    soak.py --saltus build/saltus [--minutes 10 | --models 20] [--seed 1] [--methods auto,cvode] [--keep FOLDER]

A *finding* is a run that ends well, without a warning, and differs from the reference by more than LIMIT tolerances, or
counts other events. It is made smaller (shrink.py) and printed. The reference is an explicit method at 1e-9 in short
steps, of stiff models an implicit one; where a second one, at another tolerance and step, does not agree with it, the
model is too sensitive to judge. What another engine gets wrong as well, at the tolerance of the run, hangs by a hair
and is printed, but is no finding (by_a_hair). States and discretes are judged at each row, outputs by their mean over a
twentieth of the run. The reference always starts at 0 and has seconds as its unit: what is judged may start elsewhere
and have other units (draw.py).

Runs that must be the same are compared as well (SAME): native and interpreted code, some variables and all of them,
a shorter run, rows of a table and pieces of a .seg file.

A run that fails, or does not end in time, is counted and not a finding; one that crashes is. Exit status 1: there are findings.
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

# 997 is a prime: events at n/7 or 3.25 do not fall on rows, where one run shows what was before and another what is after
TOLERANCE, LIMIT, STOP, ROWS, NEAR = 1e-4, 30, 10.0, 997, 4
MEAN = ROWS // 20              # rows: outputs that are no states are promised in the mean over a twentieth (docs/trust.md)
SOON = 1e-6                   # after the start, where only events of the start are over
METHODS = "auto,exact,qss2,qss3,qss4,liqss2,liqss3,mliqss2,rliqss2,abm,radau5,rodas4,rk5,cvode,cvode-adams,ida,esdirk43,dopri5"
REFERENCES = [("dopri5", "1e-9,1e-11", STOP / 3000), ("cvode", "1e-8,1e-10", STOP / 2000)]
STIFF = ("esdirk43", "1e-8,1e-10", STOP / 3000)
INSTANTS = (".tOff",)         # count from 0, not from the start
DIODE = re.compile(r"\b(?:Ideal)?Diode (\w+)")   # ... whose Boolean is judged by what the diode does (conducts)
REFUSED = "does not fit this model"   # of a method that does not claim it
SAME = ["native", "vars", "shorter", "seg"]
Run = collections.namedtuple("Run", "ended warned message time values")
# starts: what a variable may be at the start; outputs: what is neither a state nor discrete
Reference = collections.namedtuple("Reference", Run._fields + ("starts", "outputs"))
STATE = re.compile(r"\bder\((\w+)[)\[]|\b(?:discrete Real|Integer|Boolean) (\w+)")
STORED = re.compile(r"\b(Induct|Capacit)or (\w+)")   # the current of a coil, the voltage of a capacitor


class Soak:
    def __init__(self, saltus, folder, seconds):
        self.saltus, self.folder, self.seconds = os.path.abspath(saltus), folder, seconds
        self.out = os.path.join(folder, "out.csv")

    def call(self, words):
        """Exit status and what was said; None: not in time."""
        try:
            p = subprocess.run([self.saltus] + words, capture_output=True, text=True, timeout=self.seconds)
        except subprocess.TimeoutExpired:
            return None, "not ended in time"
        return p.returncode, p.stderr.strip()

    def run(self, model, method, tolerance=str(TOLERANCE), step=None, rows=ROWS, how=("--interpret",)):
        path = os.path.join(self.folder, "Soak.mo")
        with open(path, "w") as f:
            f.write(draw.text(model))
        if os.path.exists(self.out):
            os.remove(self.out)
        length = STOP * rows / ROWS
        words = ["run", path, "--method", method, "--tol", tolerance, "--no-plot", "-q", "-o", self.out,
                 "--stop", repr(model.start + length * model.unit), "--interval", repr(STOP / ROWS * model.unit)] + list(how)
        status, said = self.call(words + (["--max-step", repr(step * model.unit)] if step else []))
        if status is not None and status < 0:
            return Run(False, False, f"CRASHED by signal {-status}", [], {})
        if status != 0 or not os.path.exists(self.out):
            return Run(False, False, reason(said), [], {})
        # a note that an output is uncertain names it, by how much, and the tolerance that it needs
        return Run(True, "warning" in said or "is uncertain by" in said, said, *read_table(self.out))

    def reference(self, model):
        """The curves that two tight runs agree on, with what they have at and just after the start; None and why: there
        are none."""
        plain = model.at(0, 1)
        stiff = any(item.kind in ("circuit", "network") for item in model.items)
        runs = []
        for by in [STIFF if stiff else REFERENCES[0], REFERENCES[1]]:
            runs.append(self.run(plain, *by, how=("--interpret", "--no-estimate")))
            if not runs[-1].ended:
                return None, f"{by[0]}: {runs[-1].message}"
        worst = distance(runs[0], runs[1], list(runs[0].values), judged=False)
        if worst[0] > 1:
            return None, f"sensitive: {worst[2]} at {worst[1]:g}"
        soon = self.run(plain, *REFERENCES[1], rows=ROWS*SOON/STOP, how=("--interpret", "--no-estimate"))
        starts = {n: [r.values[n][0] for r in runs] + list(soon.values.get(n, []))[:1] + list(soon.values.get(n, []))[-1:]
                  for n in runs[0].values}
        words = draw.text(plain)
        kept = {name for found in STATE.findall(words) for name in found if name}
        kept |= {f"{name}.{'i' if part == 'Induct' else 'v'}" for part, name in STORED.findall(words)}
        outputs = {n for n in runs[0].values if n.split("[")[0] not in kept}
        return Reference(*runs[0], starts, outputs), ""


def reason(said):
    """Why a run failed: its first error; notes and warnings come before it."""
    lines = [line for line in said.split("\n") if line]
    return next((line for line in lines if "error:" in line), lines[0] if lines else "")


def read_table(path):
    with open(path) as f:
        rows = [row for row in csv.reader(line for line in f if not line.startswith("#"))]
    names = [re.sub(r"\s*\[[^\d\]]*\]$", "", name).strip('"') for name in rows[0]]
    columns = list(zip(*[[float(v) for v in row] for row in rows[1:]]))
    return list(columns[0]), dict(zip(names[1:], columns[1:]))


def distance(run, reference, names, near=NEAR, judged=True):
    """How far run is from reference, in tolerances, where, and in what. An event may come a little earlier or later:
    at each row, only what lies outside all that the reference is within NEAR rows counts. Between two rows it may go on
    as it came, up to a jump. At the start itself a run shows what was before the events there or what is after them: it
    must be one of the values that references have at the start or just after it, and may be so for NEAR rows. What is
    not judged, but compared with another reference, does without the first and last NEAR rows."""
    worst = (0.0, 0.0, "")
    for name in names:
        a, b = run.values.get(name), reference.values.get(name)
        if a is None or b is None:
            continue
        unit = TOLERANCE * max(1e-1, max(abs(v) for v in b))
        starts = reference.starts[name] if isinstance(reference, Reference) else list(b[:1])
        step = [abs(v - u) for u, v in zip(b, b[1:])] + [0.0]
        more = [min(step[max(k - 1, 0)], step[k]) if near else 0.0 for k in range(len(b))]
        low, high = [v - m for v, m in zip(b, more)], [v + m for v, m in zip(b, more)]
        first = near if not judged else 0
        mean, last = judged and near and name in getattr(reference, "outputs", ()), []
        for k in range(first, min(len(a), len(b)) - near):
            around = slice(max(0, k - near), k + near + 1)
            below, above = min(low[around]), max(high[around])
            if near and k == 0:
                out = min(abs(a[0] - v) for v in starts) / unit
            else:
                if near and k <= near:
                    below, above = min([below] + starts), max([above] + starts)
                out = max(below - a[k], a[k] - above, 0.0) / unit
            if mean and out < float("inf"):
                last = (last + [out])[-MEAN:]
                out = sum(last) / MEAN
            if not out <= worst[0]:
                worst = (out, k * STOP / ROWS, name)
    return worst


def from_start(run, model, names):
    """The run with instants as they would be from 0 in seconds."""
    values = {n: [(v - model.start) / model.unit for v in run.values[n]] for n in names if n in run.values}
    return run._replace(values={**run.values, **values})


def conducts(run, reference, diode):
    """The first row where a diode is shown to block though it conducts in the reference all around, or the other way
    round; None: there is none. No tolerance decides it where there is neither current nor voltage."""
    v, i = (reference.values.get(f"{diode}.{n}") for n in "vi")
    shown = [(run.values[f"{diode}.{n}"], n == "on") for n in ("on", "off") if f"{diode}.{n}" in run.values]
    if not v or not i or not shown:
        return None
    (mode, when), least = shown[0], [LIMIT * TOLERANCE * max(1e-1, max(abs(a) for a in b)) for b in (v, i)]
    for k in range(NEAR, min(len(mode), len(v)) - NEAR):
        around = slice(k - NEAR, k + NEAR + 1)
        on = (mode[k] != 0) == when
        if (on and max(v[around]) < -least[0]) or (not on and min(i[around]) > least[1]):
            return k
    return None


def judge(soak, model, reference, method):
    """None, or what is wrong with this method."""
    run = soak.run(model, method)
    if not run.ended and REFUSED in run.message:
        return None
    if not run.ended:
        return "wrong" if run.message.startswith("CRASHED") else "ended", run.message
    if len(run.time) != ROWS + 1 and not run.warned:
        return "wrong", f"{len(run.time)} rows"
    counts = [n for item in model.items for n in item.count]
    for n in counts:
        if n in run.values and run.values[n][-1] != reference.values[n][-1] and not run.warned:
            return "wrong", f"{n} is {run.values[n][-1]:g} at the end, not {reference.values[n][-1]:g}"
    diodes = DIODE.findall(draw.text(model))
    instants = [n for item in model.items for n in item.absolute] + [n for n in reference.values if n.endswith(INSTANTS)]
    apart = counts + [f"{d}.{n}" for d in diodes for n in ("on", "off")]
    for d in diodes:
        k = conducts(run, reference, d)
        if k is not None and not run.warned:
            return "wrong", f"{d} does not conduct as it should at {k * STOP / ROWS:g}"
    far, at, name = distance(from_start(run, model, instants), reference, [n for n in reference.values if n not in apart])
    if not far <= LIMIT and not run.warned:
        return "wrong", f"{name} is {far:.3g} tolerances off at {at:g}"
    return ("warned", "") if run.warned else None


def same(soak, model, method, what):
    """None, or how two runs differ that must not."""
    one = soak.run(model, method)
    if not one.ended:
        return None
    near, limit = 0, 1e-6   # equations solved by iteration begin with the last solution, which may be another one
    drawn = 1.0 if method in ("auto", "exact") else limit   # curves of exact parts are drawn to half the tolerance
    if what == "native":
        other = soak.run(model, method, how=())
    elif what == "vars":
        watched = [v for item in model.items for v in item.watched if v in one.values]
        if not watched:
            return None
        other = soak.run(model, method, how=("--interpret", "--vars", watched[len(one.values) % len(watched)]))
        limit = drawn
    elif what == "shorter":
        other = soak.run(model, method, rows=ROWS // 2)
        near, limit = 1, drawn if is_quantized(method) else LIMIT
    else:
        seg = os.path.join(soak.folder, "out.seg")
        direct = soak.run(model, method, how=("--interpret", "-o", seg))
        if not direct.ended or soak.call(["convert", seg, soak.out, "--interval", repr(STOP / ROWS * model.unit), "-q"])[0] != 0:
            return "wrong", "a .seg file cannot be converted"
        other, one = Run(True, False, "", *read_table(soak.out)), direct
        near, limit = 1, 2.0
    if not other.ended:
        return "wrong", f"{what}: {other.message}"
    names = [n for n in other.values if n in one.values]
    if what != "vars" and set(other.values) != set(one.values):
        return "wrong", f"{what}: other variables"
    far, at, name = distance(other, one, names, near, judged=False)
    return ("wrong", f"{what}: {name} differs by {far:.3g} tolerances at {at:g}") if not far <= limit else None


def is_quantized(method):
    return method in ("auto", "exact") or "qss" in method


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


def tell(a, model, seed, method, what, wrong, known=()):
    """A finding. Where the same variable was wrong with another method, the smaller model is known already."""
    print(f"FOUND seed {seed}, {method}: {what}", flush=True)
    if what.split(" ")[0] in known:
        return
    if not a.no_shrink:
        model = shrink.smaller(model, wrong)
    print(draw.text(model), flush=True)
    if a.keep:
        os.makedirs(a.keep, exist_ok=True)
        with open(os.path.join(a.keep, f"seed{seed}-{method}.mo"), "w") as f:
            f.write(draw.text(model))


def by_a_hair(soak, model, reference, method, what):
    """Does another engine, at this tolerance, say something else than the reference about the same variable? Then it hangs on what is
    within the tolerance: whether a guard that turns at its zero crosses it, or what a floor gives that is sampled at its edge."""
    others = ["cvode", "dopri5", "esdirk43"] if is_quantized(method) else ["liqss2", "qss3", "auto"]
    verdicts = [judge(soak, model, reference, other) for other in others]
    return any(is_wrong(v) and v[1].split(" ")[0] == what.split(" ")[0] for v in verdicts)


def is_wrong(verdict):
    return bool(verdict) and verdict[0] == "wrong"


def still_wrong(soak, model, method):
    reference, _ = soak.reference(model)
    verdict = reference and judge(soak, model, reference, method)
    return is_wrong(verdict) and not by_a_hair(soak, model, reference, method, verdict[1])


def one_model(a, soak, seed, count):
    model = draw.draw(seed)
    reference, why = soak.reference(model)
    count["models"] += 1
    if not reference:
        count["not judged"] += 1
        print(f"seed {seed}: not judged: {why}", flush=True)
    methods, known = a.methods.split(","), set()
    for method in methods if reference else []:
        verdict = judge(soak, model, reference, method)
        count["runs"] += 1
        if is_wrong(verdict) and by_a_hair(soak, model, reference, method, verdict[1]):
            count["by a hair"] += 1
            print(f"BY A HAIR seed {seed}, {method}: {verdict[1]}", flush=True)
        elif is_wrong(verdict):
            count["findings"] += 1
            tell(a, model, seed, method, verdict[1], lambda less, method=method: still_wrong(soak, less, method), known)
            known.add(verdict[1].split(" ")[0])
        elif verdict:
            count[verdict[0]] += 1
            if verdict[0] == "ended":
                count["findings"] += a.strict
                print(f"seed {seed}, {method}: {verdict[1]}", flush=True)
    for k, what in enumerate(SAME):
        method = methods[(seed + k) % len(methods)]
        verdict = same(soak, model, method, what)
        count["pairs"] += 1
        if verdict:
            count["findings"] += 1
            tell(a, model, seed, method, verdict[1], lambda less, m=method, w=what: is_wrong(same(soak, less, m, w)))


def main():
    a = parse_arguments()
    end = time.time() + 60 * a.minutes if a.minutes else None
    count, seed = collections.Counter(), a.seed
    with tempfile.TemporaryDirectory() as folder:
        soak = Soak(a.saltus, folder, a.seconds)
        while (end and time.time() < end) or (a.models and seed < a.seed + a.models):
            one_model(a, soak, seed, count)
            seed += 1
    print(f"seeds {a.seed} to {seed - 1}: {count['models']} models ({count['not judged']} not judged), {count['runs']} runs, "
          f"{count['pairs']} pairs, {count['warned']} with a warning, {count['by a hair']} by a hair, {count['ended']} not ended, {count['findings']} findings")
    return 1 if count["findings"] else 0


if __name__ == "__main__":
    sys.exit(main())
