#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""export.py - exported FMUs do what `saltus run` does.

    export.py SALTUS DRIVE [MODEL...]

Each model is exported for FMI 2.0 and 3.0, checked by check.py, and run by co-simulation and by model exchange.
Values at the rows are compared with those of a run."""
import csv
import glob
import io
import os
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import check
import exported

HERE = os.path.dirname(os.path.abspath(__file__))

# model: stop (None: the model's), rows, tolerance, allowed distance as a part of the largest value, kinds that are run
MODELS = {
    "buck": (1.03e-3, 20, 1e-4, 5e-3, "cs me"),
    "bounce": (None, 20, 1e-5, 2e-3, "cs me"),
    "bball": (3, 20, 1e-7, 2e-3, "cs me"),
    "hybrid_pi": (None, 20, 1e-5, 2e-3, "cs me"),
    "thermostat": (None, 20, 1e-5, 2e-3, "cs me"),
    "motor": (0.5, 10, 1e-4, 5e-3, "cs me"),
    "lotka": (5, 20, 1e-5, 2e-3, "cs me"),
    "vanderpol": (3, 20, 1e-5, 5e-3, "cs me"),
    "stiff2": (None, 20, 1e-4, 5e-3, "cs me"),
    "robot": (2, 20, 1e-4, 5e-3, "cs me"),
    "arm": (None, 20, 1e-5, 5e-3, "cs me"),
    "tline": (None, 10, 1e-5, 5e-3, "cs"),
    "ring": (None, 10, 1e-4, 1e-2, "cs"),
    "cuk": (2.03e-4, 10, 1e-4, 1e-2, "cs"),
    "delayed.mo": (3, 20, 1e-5, 2e-3, "cs"),
    "arrays.mo": (2, 20, 1e-5, 2e-3, "cs me"),
    "clocks.mo": (2, 20, 1e-5, 2e-3, "cs me"),
    "events.mo": (2.1, 9, 1e-5, 2e-3, "cs me"),
    "sums.mo": (1, 10, 1e-5, 2e-3, "cs me"),
}


DELAYS = ("delayed.mo",)  # for co-simulation only


def reference(saltus, model, start, stop, rows, tol, names):
    """Values of a run at the same instants."""
    out = os.path.join(FOLDER, "reference.csv")
    command = [saltus, "run", model, "-q", "--tol", repr(tol), "--stop", repr(stop), "-o", out, "--interval",
               repr((stop - start) / rows), "--vars", ",".join(names)]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        sys.exit("fmi: %s: %s" % (" ".join(command), done.stderr))
    table = list(csv.reader(io.StringIO(open(out).read())))
    return table[0], [[float(x) for x in row] for row in table[1:]]


def compare(what, header, want, lines, names, allowed):
    """The largest distance, in the allowed one."""
    rows = [[float(x) for x in line.split(",")] for line in lines]
    if rows and want[-1][0] - rows[-1][0] < 1 and len(want) == len(rows) + 1:
        want = want[:-1]  # the model has ended the run between two rows
    if len(rows) != len(want):
        return "%s: %d rows, not %d" % (what, len(rows), len(want))
    worst = (0.0, "", 0.0)
    for k, name in enumerate(names):
        column = header.index(name)
        scale = max(max(abs(r[column]) for r in want), 1e-9)
        for a, b in zip(rows, want):
            far = abs(a[k + 1] - b[column]) / scale
            if not far <= worst[0]:
                worst = (far, name, a[0])
    if worst[0] <= allowed:
        return None
    return "%s: %s is off by %.3g of its largest value at t = %g (allowed: %g)" % (what, worst[1], worst[0], worst[2],
                                                                                  allowed)


def default_stop(f):
    return float(f.root.find("DefaultExperiment").get("stopTime"))


def one(saltus, drive, model):
    stop, rows, tol, allowed, kinds = MODELS[model]
    path = os.path.join(HERE, model) if model.endswith(".mo") else model
    wrong = []
    for version in (2, 3):
        f = exported.Fmu(saltus, drive, path, version, FOLDER)
        wrong += ["%s, FMI %d: %s" % (model, version, w) for w in check.check(f.root)]
        for kind, name in (("cs", "CoSimulation"), ("me", "ModelExchange")):
            if (f.kind(name) is not None) != (kind == "cs" or model not in DELAYS):
                wrong.append("%s: the FMU has %s or not, against what is expected" % (model, name))
        to = stop if stop else default_stop(f)
        names = f.reals()[:200]
        header, want = reference(saltus, path, 0, to, rows, tol, names)
        for kind in kinds.split():
            for steps in ((1, 7) if kind == "cs" else (1,)):
                what = "%s, FMI %d, %s, %d steps for a row" % (model, version, kind, steps)
                try:
                    lines, _ = f.run(kind, 0.0, to, rows, tol, names, "steps=%d" % steps)
                    bad = compare(what, header, want, lines, names, allowed)
                except Exception as e:
                    bad = "%s: %s" % (what, e)
                if bad:
                    wrong.append(bad)
    return wrong


def gallery(saltus, drive):
    """The descriptions of all models that come with Saltus."""
    root = os.path.join(HERE, "..", "..", "models")
    os.environ["SALTUS_CFLAGS"] = "-O0"  # they do not run
    paths = sorted(glob.glob(os.path.join(root, "*", "*.mo")))
    wrong = []
    for path in paths:
        if "/lib/" in path:
            continue
        for version in (2, 3):
            f = exported.Fmu(saltus, drive, path, version, FOLDER)
            wrong += ["%s, FMI %d: %s" % (path, version, w) for w in check.check(f.root)]
            shutil.rmtree(f.folder)
            os.remove(f.path)
    print("%-16s %s" % ("the gallery", "fine" if not wrong else "\n  ".join(["wrong:"] + wrong)))
    return wrong


def main():
    global FOLDER
    saltus, drive = sys.argv[1], sys.argv[2]
    FOLDER = tempfile.mkdtemp(prefix="saltus-fmi-")
    wrong = []
    try:
        for model in sys.argv[3:] or MODELS:
            bad = one(saltus, drive, model)
            print("%-16s %s" % (model, "fine" if not bad else "\n  ".join(["wrong:"] + bad)))
            wrong += bad
        if not sys.argv[3:]:
            wrong += gallery(saltus, drive)
    finally:
        shutil.rmtree(FOLDER)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
