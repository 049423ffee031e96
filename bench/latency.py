#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""latency.py - how long after `saltus run MODEL` is the first picture there, if nothing is in the cache?

    python3 bench/latency.py build-release/saltus                                all models of the gallery, circuits and diagrams
    python3 bench/latency.py build-release/saltus --only circuits --repeat 5     those whose paths contain the word
    python3 bench/latency.py build-release/saltus --keep docs/performance.md     and the table into the page

Each run has an empty cache of its own and ends with the picture: `--plot=FILE --no-estimate` (the estimate is made when the picture is
there). Time is told twice: by the clock of the wall, which counts what other processes of the machine do, and as user and system time
of the command. The C compiler, which works beside, is not in the latter. Both are the least of several runs. Exit status 1 if a run fails."""
import argparse
import os
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BEGIN, END = "<!-- latency: begin -->\n", "<!-- latency: end -->\n"
LIMIT = 0.5  # seconds


def models(root):
    found = []
    for folder, below, files in os.walk(os.path.join(root, "models")):
        below.sort()
        if "lib" in below:
            below.remove("lib")
        found += [os.path.join(folder, name) for name in sorted(files) if name.endswith(".mo")]
    folder = os.path.join(root, "diagrams")
    found += [os.path.join(folder, name) for name in sorted(os.listdir(folder)) if name.endswith(".json")]
    return found


def once(program, model, folder):
    """Seconds of the wall and of the command, or None and what it said."""
    with tempfile.TemporaryDirectory(dir=folder) as room:
        picture, heard = os.path.join(room, "picture.svg"), os.path.join(room, "heard")
        cache = os.path.join(room, "cache")
        os.mkdir(cache, 0o700)
        with open(heard, "w") as said:
            before = time.monotonic()
            child = subprocess.Popen([program, "run", model, "--plot=" + picture, "--no-estimate", "--quiet"], stdout=said, stderr=said,
                                     env={**os.environ, "SALTUS_CACHE": cache})
            _, status, used = os.wait4(child.pid, 0)
            wall = time.monotonic() - before
            child.returncode = os.waitstatus_to_exitcode(status)
        if child.returncode or not os.path.exists(picture):
            return None, open(heard).read().strip() or "no picture"
        return (wall, used.ru_utime + used.ru_stime), ""


def least(program, model, repeat, folder):
    runs = []
    for _ in range(repeat):
        run, said = once(program, model, folder)
        if run is None:
            return None, said
        runs.append(run)
    return (min(r[0] for r in runs), min(r[1] for r in runs)), ""


def table(rows):
    beyond = [name for name, _, cpu in rows if cpu > LIMIT]
    told = f"all but {len(beyond)} ({', '.join(f'`{name}`' for name in beyond)})" if beyond else "all"
    lines = [f"{len(rows)} models; within {LIMIT:g} s of CPU time: {told}.", "", "| model | wall, s | CPU, s |", "|---|---|---|"]
    lines += [f"| {name} | {wall:.2f} | {cpu:.3f} |" for name, wall, cpu in rows]
    return "\n".join(lines) + "\n"


def keep(page, text):
    old = open(page).read()
    head, rest = old.split(BEGIN, 1)
    with open(page, "w") as to:
        to.write(head + BEGIN + text + END + rest.split(END, 1)[1])


def main():
    args = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    args.add_argument("program")
    args.add_argument("--only", default="", help="word in the path")
    args.add_argument("--repeat", type=int, default=3)
    args.add_argument("--keep", metavar="PAGE")
    args = args.parse_args()
    rows, failed = [], 0
    with tempfile.TemporaryDirectory() as folder:
        for model in models(ROOT):
            name = os.path.relpath(model, ROOT)
            if args.only not in name:
                continue
            run, said = least(os.path.abspath(args.program), model, args.repeat, folder)
            if run is None:
                print(f"{name}: {said}", file=sys.stderr)
                failed += 1
                continue
            rows.append((name, *run))
            print(f"{name:40} wall {run[0]:6.2f} s  CPU {run[1]:6.3f} s", flush=True)
    if args.keep:
        keep(args.keep, table(rows))
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
