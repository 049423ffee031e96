#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""reference.py - what ngspice makes of the netlists of this folder: NAME.csv beside NAME.cir.

    /usr/bin/python3 tests/spice/reference.py [NAME ...]

ngspice (tools/need.sh bench) runs with steps of at most half of what .tran says, or a 4000th of the run, and reltol 1e-5, or more where it gives up. Of its points
201 equidistant ones are kept, joined by straight lines. The vectors are those of .save; all without one.
"""
import glob
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
SCALES = {"t": 1e12, "g": 1e9, "meg": 1e6, "k": 1e3, "m": 1e-3, "u": 1e-6, "n": 1e-9, "p": 1e-12, "f": 1e-15}
POINTS = 200


def number(word):
    found = re.match(r"([-+0-9.eE]*[0-9.])(meg|[tgkmunpf])?", word.lower())
    return float(found[1])*SCALES.get(found[2], 1)


def saved(text):
    return re.findall(r"[vi]\([^)]*\)", " ".join(re.findall(r"(?mi)^\.save (.*)$", text)).lower())


def stop_of(text):
    return number(re.search(r"(?mi)^\.tran +(\S+) +(\S+)", text)[2])


def finer(text, options):
    """The netlist with short steps and a fine tolerance."""
    step, stop = re.search(r"(?mi)^\.tran +(\S+) +(\S+)", text).groups()
    longest = min(number(step)/2, number(stop)/4000)
    text = re.sub(r"(?mi)^\.tran +\S+ +\S+", f".tran {step} {stop} 0 {longest:.6g}", text)
    return text.replace("\n.tran", f"\n.options {options} itl4=200\n.tran", 1)


OPTIONS = ("reltol=1e-5 vntol=1e-8 abstol=1e-12", "reltol=1e-4 vntol=1e-7", "reltol=1e-4 vntol=1e-7 method=gear", "reltol=1e-3", "reltol=1e-3 method=gear")


def reference(text, vectors, folder):
    """The finest run that comes to its end: ngspice gives up on some circuits."""
    for options in OPTIONS:
        try:
            rows, _ = ngspice(finer(text, options), vectors, folder)
        except RuntimeError as fault:
            said = fault
            continue
        if rows and rows[-1][0] >= 0.999999*stop_of(text):
            return rows, options
    raise RuntimeError(f"no run came to its end: {said if 'said' in locals() else ''}")


def ngspice(text, vectors, folder):
    """Times and columns, and the seconds of the transient analysis."""
    out = os.path.join(folder, "out.txt")
    head = re.sub(r"(?mi)^\.(end|save.*)$", "", text)
    with open(os.path.join(folder, "x.cir"), "w", encoding="utf-8") as file:
        file.write(f"{head}\n.control\nset wr_singlescale\noption numdgt=12\nrun\nrusage trantime\nwrdata {out} {' '.join(vectors)}\nquit\n.endc\n.end\n")
    if os.path.exists(out):
        os.remove(out)
    run = subprocess.run(["ngspice", "-b", os.path.join(folder, "x.cir")], capture_output=True, text=True, check=False, timeout=300)
    if not os.path.exists(out):
        raise RuntimeError(run.stdout[-2000:] + run.stderr[-2000:])
    with open(out, encoding="utf-8") as file:
        rows = [[float(w) for w in line.split()] for line in file]
    seconds = re.search(r"(?i)tran[^=\n]*time *= *([0-9.eE+-]+)", run.stdout)
    return rows, float(seconds[1]) if seconds else None


def at(rows, t, k):
    """Column k at time t: rows have been cut so that rows[0] is the last one before t."""
    a, b = rows
    return a[k] if b[0] <= a[0] else a[k] + (b[k] - a[k])*(t - a[0])/(b[0] - a[0])


def thinned(rows, stop):
    kept, j = [], 0
    for point in range(POINTS + 1):
        t = stop*point/POINTS
        while j + 2 < len(rows) and rows[j + 1][0] <= t:
            j += 1
        kept.append([t] + [at(rows[j:j + 2], t, k) for k in range(1, len(rows[0]))])
    return kept


def main():
    names = sys.argv[1:] or sorted(os.path.basename(p)[:-4] for p in glob.glob(os.path.join(HERE, "*.cir")))
    for name in names:
        with open(os.path.join(HERE, name + ".cir"), encoding="utf-8") as file:
            text = file.read()
        vectors = saved(text)
        with tempfile.TemporaryDirectory() as folder:
            rows, options = reference(text, vectors, folder)
        with open(os.path.join(HERE, name + ".csv"), "w", encoding="utf-8") as file:
            file.write("time," + ",".join(vectors) + "\n")
            for row in thinned(rows, stop_of(text)):
                file.write(",".join(f"{x:.6g}" for x in row) + "\n")
        print(name, len(rows), options)
    return 0


if __name__ == "__main__":
    sys.exit(main())
