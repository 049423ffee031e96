#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""brief.py - what do 1000 brief runs cost from Python, and what from C?

    python3 bench/python/brief.py BUILD [RUNS]

Both sides set a parameter anew for every run, keep all variables, and add up last values of one, which must be equal. CPU
seconds, the least of several turns, one side after the other: runs one by one, the same with estimates of the errors, and
the same as a sweep.
"""
import os
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BUILD = os.path.abspath(sys.argv[1])
os.environ.setdefault("SALTUS_LIBRARY", BUILD)
sys.path.insert(0, os.path.join(ROOT, "python"))
import saltus

RUNS = int(sys.argv[2]) if len(sys.argv) > 2 else 1000
TURNS = 5
RC = """model rc
  parameter Real R = 1, C = 1;
  Real v(start = 0, fixed = true);
equation
  C*der(v) = (1 - v)/R;
  annotation(experiment(StopTime = 5));
end rc;
"""


def from_c(path, parameter, variable, estimate):
    done = subprocess.run([os.path.join(BUILD, "bench", "brief"), path, parameter, variable, str(RUNS)] + (["estimate"] if estimate else []),
                          check=True, capture_output=True, text=True)
    seconds, total = done.stdout.split()
    return float(seconds), float(total)


def from_python(model, parameter, variable, estimate):
    begun, total = time.process_time(), 0.0
    for k in range(RUNS):
        r = model.run(params={parameter: 1 + 0.001 * k}, estimate=estimate)
        total += r.at(r.end, variable)
    return time.process_time() - begun, total


def from_sweep(model, parameter, variable):
    begun = time.process_time()
    total = sum(saltus.sweep(model, {parameter: [1 + 0.001 * k for k in range(RUNS)]}, observe=variable)[variable].tolist())
    return time.process_time() - begun, total


def main():
    import warnings
    warnings.simplefilter("ignore")
    with tempfile.TemporaryDirectory() as folder:
        rc = os.path.join(folder, "rc.mo")
        with open(rc, "w", encoding="utf-8") as file:
            file.write(RC)
        print(f"{RUNS} runs               steps     C ms  Python ms   per run us more   ratio")
        for path, parameter, variable in ((rc, "R", "v"), (os.path.join(ROOT, "models/bounce/bounce.mo"), "g", "h"),
                                          (os.path.join(ROOT, "models/buck/buck.mo"), "R", "VC"),
                                          (os.path.join(ROOT, "models/thermostat/thermostat.mo"), None, None)):
            model = saltus.load(path)
            if parameter is None:
                parameter, variable = next(iter(model.parameters)), next(iter(model.states))
            steps = model.run(estimate=False).stats.steps
            for estimate in (False, True, "sweep"):
                again = (lambda: from_python(model, parameter, variable, estimate)) if estimate != "sweep" else (
                    lambda: from_sweep(model, parameter, variable))
                pairs = [(from_c(path, parameter, variable, estimate is True), again()) for _ in range(TURNS)]
                assert all(abs(c[1] - p[1]) <= 1e-12 * abs(c[1]) for c, p in pairs), f"{path}: C and Python do not agree"
                c, p = (min(pair[side][0] for pair in pairs) for side in (0, 1))
                name = model.name + {False: "", True: ", estimates", "sweep": ", sweep"}[estimate]
                print(f"{name:22} {steps:8} {c * 1e3:8.1f} {p * 1e3:10.1f} {(p - c) / RUNS * 1e6:18.1f} {p / c:7.2f}")


main()
