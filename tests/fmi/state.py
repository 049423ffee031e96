#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""state.py - states of FMUs are saved and put back; misuse is an error; inputs; early return; sources;
the bytes of an FMU.

    state.py SALTUS DRIVE"""
import filecmp
import os
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as tree

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import exported

HERE = os.path.dirname(os.path.abspath(__file__))
SAVED = {"buck": (1.03e-3, "cs me"), "bounce": (2.1, "cs me"), "hybrid_pi": (4.1, "cs me"), "delayed.mo": (3, "cs"),
         "arrays.mo": (2, "cs me"), "clocks.mo": (2, "cs me"), "sums.mo": (1, "cs me"), "motor": (0.3, "cs")}
wrong = []


def expect(what, is_true):
    if not is_true:
        wrong.append(what)
        print("wrong: %s" % what)


def three_times(f, kind, stop):
    """The second half, as it came, after going back, and in another instance: the same bytes."""
    what = "%s, FMI %d, %s" % (f.id, f.version, kind)
    lines, _ = f.run(kind, 0.0, stop, 20, 1e-4, f.reals()[:50], "save", "steps=3")
    parts = "\n".join(lines).split("again\n")[1:]
    parts = [p.strip() for p in parts]
    expect("%s: the state is put back" % what, len(parts) == 3 and parts[0] and parts[0] == parts[1])
    expect("%s: a serialized state goes on elsewhere" % what, len(parts) == 3 and parts[0] == parts[2])


def one_run(f, stop):
    """Steps of the importer end no step of the engine: the same bytes, however many there are."""
    rows = [f.run("cs", 0.0, stop, 10, 1e-4, f.reals()[:50], "steps=%d" % n)[0] for n in (1, 8)]
    expect("%s, FMI %d: a run in steps is one run" % (f.id, f.version), rows[0] == rows[1])


def misuse(f, kind):
    try:
        f.run(kind, 0.0, 1e-3, 1, 1e-4, f.reals()[:1], "misuse")
    except RuntimeError as e:
        expect("misuse: %s" % e, False)


def values(f, kind, names, stop, rows, *options):
    lines, err = f.run(kind, 0.0, stop, rows, 1e-6, names, *options)
    return [[float(x) for x in line.split(",")] for line in lines], err


def inputs(f, kind):
    """x1' = 3 (u - x1), u = 1, from 0.5 on 2: known in closed form."""
    from math import exp
    u = f.ref("u")
    rows, _ = values(f, kind, ["x[1]"], 1.0, 10, "input=%s:0.5:2" % u)
    at = lambda t: 1 - 0.5 * exp(-3 * t) if t <= 0.5 else 2 + (at(0.5) - 2) * exp(-3 * (t - 0.5))
    far = max(abs(x - at(t)) for t, x in rows)
    expect("%s, FMI %d, %s: an input is off by %g" % (f.id, f.version, kind, far), far < 2e-5)
    rows, _ = values(f, kind, ["x[1]", "'a <b> & \"c\"'"], 1.0, 1, "set=%s:1.5" % f.ref("a"))
    far = abs(rows[1][1] - (1 - 0.5 * exp(-1.5)))
    expect("%s, FMI %d, %s: a parameter is off by %g" % (f.id, f.version, kind, far), far < 2e-5)
    far = abs(rows[1][2] - 3 * rows[1][1])
    expect("%s, FMI %d, %s: a parameter that follows is off by %g" % (f.id, f.version, kind, far), far < 1e-12)


def early(saltus, drive, folder):
    """The ball falls from 10 m: the first impact is known."""
    f = exported.Fmu(saltus, drive, "bounce", 3, folder)
    _, err = f.run("cs", 0.0, 3.0, 3, 1e-6, f.reals()[:1], "early")
    times = [float(line.split()[1]) for line in err.splitlines() if line.startswith("event")]
    expect("bounce returns early at its impacts: %s" % times, len(times) >= 1 and times == sorted(times))


def same_bytes(saltus, drive, folder):
    a, b = os.path.join(folder, "a"), os.path.join(folder, "b")
    os.mkdir(a), os.mkdir(b)
    shutil.copy(os.path.join(HERE, "arrays.mo"), os.path.join(b, "arrays.mo"))
    one = exported.Fmu(saltus, drive, os.path.join(HERE, "arrays.mo"), 3, a)
    two = exported.Fmu(saltus, drive, os.path.join(b, "arrays.mo"), 3, b)
    expect("the same model gives the same bytes", filecmp.cmp(one.path, two.path, shallow=False))


def sources(saltus, drive, folder, version):
    """Compiled elsewhere, by plain cc, all objects in one folder: the same values."""
    f = exported.Fmu(saltus, drive, os.path.join(HERE, "arrays.mo"), version, folder, ("--sources",))
    inside = os.path.join(f.folder, "sources")
    if version == 3:
        root = tree.parse(os.path.join(inside, "buildDescription.xml")).getroot()
        files = [e.get("name") for e in root.iter("SourceFile")]
    else:
        files = [e.get("name") for e in f.kind("CoSimulation").iter("File")]
    here = f.run("cs", 0.0, 2.0, 20, 1e-5, f.reals())[0]
    library = os.path.join(f.folder, "own.so")
    done = subprocess.run([os.environ.get("CC", "cc"), "-shared", "-fPIC", "-O1", "-ffp-contract=off", "-fwrapv", "-I.", *files,
                           "-lm", "-o", library], cwd=inside, capture_output=True, text=True)
    expect("FMI %d: sources are compiled: %s" % (version, done.stderr[:2000]), done.returncode == 0)
    f.library = library
    if done.returncode == 0:
        expect("FMI %d: sources give the same values" % version, f.run("cs", 0.0, 2.0, 20, 1e-5, f.reals())[0] == here)


def main():
    saltus, drive = sys.argv[1], sys.argv[2]
    folder = tempfile.mkdtemp(prefix="saltus-fmi-")
    try:
        for version in (2, 3):
            for model, (stop, kinds) in SAVED.items():
                path = os.path.join(HERE, model) if model.endswith(".mo") else model
                f = exported.Fmu(saltus, drive, path, version, folder)
                one_run(f, stop)
                for kind in kinds.split():
                    three_times(f, kind, stop)
                    misuse(f, kind)
                    if model == "arrays.mo":
                        inputs(f, kind)
        early(saltus, drive, folder)
        sources(saltus, drive, folder, 2)
        sources(saltus, drive, folder, 3)
        same_bytes(saltus, drive, folder)
    finally:
        shutil.rmtree(folder)
    print("state: %s" % ("fine" if not wrong else "%d wrong" % len(wrong)))
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
