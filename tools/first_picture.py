#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""first_picture.py - how long until the picture of a model is there, when nothing is in the cache?

    tools/first_picture.py build/saltus [MODEL ...] [--repeat 3] [--limit 0.5]

For each gallery model and circuit: `saltus run MODEL --plot=FILE` with an empty cache, the least of --repeat
runs. Columns: time on the wall and user CPU time of the command alone, not of the C compiler that runs beside
it; the same with the model in the cache; how long the command took to compile, and to run. The exit status is 1
if a wall time is above the limit: on a busy machine look at the CPU time instead."""
import argparse
import glob
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time

here = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
unit = {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1}


def gallery(saltus):
    said = subprocess.run([saltus, "models"], capture_output=True, text=True, check=True).stdout
    names = [line.split()[0] for line in said.split("\n\n")[0].splitlines() if "  " in line]
    return names + sorted(glob.glob(os.path.join(here, "models", "circuits", "*.mo")))


def statistic(said, name):
    found = re.search(r"^ *" + name + r" +([0-9.e+-]+) (ns|us|ms|s)\b", said, re.M)
    return float(found[1]) * unit[found[2]] if found else 0.0


def once(saltus, model, cache, folder):
    """Wall, user and system CPU time of the command itself, what it said."""
    said = os.path.join(folder, "said")
    begun = time.perf_counter()
    with open(said, "w") as out:
        child = subprocess.Popen(
            [saltus, "run", model, "--plot=" + os.path.join(folder, "picture.svg"), "--stats"],
            env=dict(os.environ, SALTUS_CACHE=cache), stdout=out, stderr=out, cwd=folder)
        _, status, used = os.wait4(child.pid, 0)
        child.returncode = status
    wall = time.perf_counter() - begun
    with open(said) as text:
        return wall, used.ru_utime, status, text.read()


def measure(saltus, model, repeat):
    best = None
    for _ in range(repeat):
        folder = tempfile.mkdtemp()
        cache = os.path.join(folder, "cache")
        os.mkdir(cache, 0o700)
        cold = once(saltus, model, cache, folder)
        for _ in range(100):  # the compiler may still be at work
            if not subprocess.run(["pgrep", "-f", cache], capture_output=True).stdout:
                break
            time.sleep(0.05)
        warm = once(saltus, model, cache, folder)
        shutil.rmtree(folder, ignore_errors=True)
        row = (cold[0], cold[1], warm[0], warm[1], statistic(cold[3], "compiling"),
               statistic(cold[3], "CPU time"), cold[2])
        best = row if best is None else tuple(map(min, best, row))
    return best


def main():
    args = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    args.add_argument("saltus")
    args.add_argument("models", nargs="*")
    args.add_argument("--repeat", type=int, default=3)
    args.add_argument("--limit", type=float, default=0.5)
    args = args.parse_args()
    saltus = os.path.abspath(args.saltus)
    late = 0
    print("| model | cold: wall s | CPU s | warm: wall s | CPU s | compiling s | run s |")
    print("|---|---|---|---|---|---|---|")
    for model in args.models or gallery(saltus):
        row = measure(saltus, model, args.repeat)
        late += row[0] > args.limit
        mark = " **late**" if row[0] > args.limit else ""
        print("| %s%s |%s%s" % (os.path.basename(model).replace(".mo", ""), mark,
                                "".join(" %.3f |" % v for v in row[:6]),
                                " failed" if row[6] else ""), flush=True)
    print("\n%d of them above %g s" % (late, args.limit))
    return 1 if late else 0


if __name__ == "__main__":
    sys.exit(main())
