#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""sweep.py SALTUS - sweeps that go wrong: cells that fail, workers and sweeps that are killed, files that are cut off.

What must hold in all cases: no row is lost or there twice, the table is the same in the end (but for the CPU time), and
the model is compiled as often as necessary and not once more.
"""
import csv
import json
import os
import signal
import subprocess
import sys
import tempfile
import time

SALTUS = os.path.abspath(sys.argv[1])
SLOW = ["motor", "--set", "R=9:0.1:10.1", "--tol", "1e-3", "-j", "2"]  # twelve runs of some tenths of a second
failures = 0


def check(what, fine, more=""):
    global failures
    if not fine:
        failures += 1
    print(("ok      " if fine else "FAILED  ") + what + ("" if fine else f"\n    {more!r}"), flush=True)


def saltus(*words, **options):
    return subprocess.run([SALTUS, "sweep", *words], capture_output=True, text=True, **options)


def table(path):
    """Rows as dictionaries, in the order of the file, without the CPU time."""
    with open(path, newline="") as f:
        rows = list(csv.DictReader(f))
    for r in rows:
        r.pop("cpu_seconds")
    return rows


def counted_compiler(folder):
    """An environment with an empty cache and a compiler that writes a line for each call."""
    script, calls = os.path.join(folder, "cc.sh"), os.path.join(folder, "calls")
    with open(script, "w") as f:
        f.write(f'#!/bin/sh\necho call >> "{calls}"\nexec cc "$@"\n')
    os.chmod(script, 0o755)
    return dict(os.environ, CC=script, SALTUS_CACHE=os.path.join(folder, "cache")), calls


def lines(path):
    return len(open(path).read().splitlines()) if os.path.exists(path) else 0


def wait_for(condition):
    while not condition():
        time.sleep(0.005)


def children(pid):
    try:
        with open(f"/proc/{pid}/task/{pid}/children") as f:
            return [int(p) for p in f.read().split()]
    except FileNotFoundError:
        return []


def thousand_runs(folder):
    env, calls = counted_compiler(folder)
    words = ["buck", "--set", "R=0:0.01:9.99", "--observe", "VC,max(IL)", "-o", "buck.csv"]
    r = saltus(*words, env=env)
    rows = table("buck.csv")
    bad = [k for k in rows if k["outcome"] != "ok"]
    check("a sweep of 1000 runs ends with 0", r.returncode == 0, r.stderr)
    check("its table has them all, in order", [int(k["cell"]) for k in rows] == list(range(1000)), len(rows))
    check("the run with R = 0 has failed, with a message, and no other",
          len(bad) == 1 and bad[0]["cell"] == "0" and "not finite" in bad[0]["message"], bad[:3])
    check("it is listed on stderr", "cell 0 (R=0) failed: nan" in r.stderr, r.stderr)
    check("the summary tells time and CPU time", "1000 runs, 1 failed" in r.stderr and "CPU" in r.stderr, r.stderr)
    check("it was compiled once", lines(calls) == 1, lines(calls))
    check("another sweep does not overwrite it", saltus(*words, env=env).returncode == 2)
    check("--resume has nothing to do", "0 runs" in saltus(*words, "--resume", env=env).stderr)
    check("--strict makes a failed run an error", saltus(*words, "--overwrite", "--strict", env=env).returncode == 1)
    check("the table is the same again", table("buck.csv") == rows)
    r = saltus(*words[:-4], "--stop", "0.001", "-o", "buck.csv", "--resume", env=env)
    check("a table of another study is not gone on with", r.returncode == 2 and "another study" in r.stderr, r.stderr)
    r = saltus("buck", "--set", "R=0,0", "-o", "all.csv", env=env)
    check("if all runs fail the status is 1", r.returncode == 1, r.stderr)


def structural(folder):
    env, calls = counted_compiler(folder)
    r = saltus("adr", "--set", "v=0.5,1", "--set", "N=-1,10,20,30", "--stop", "1", "--observe", "u[10]", env=env)
    rows = table("adr-sweep.csv")
    check("a size in the sweep: one compilation for each that is possible", lines(calls) == 3, lines(calls))
    check("sizes that are impossible are rows with the compiler's message",
          [k["outcome"] for k in rows] == ["model", "ok", "ok", "ok"] * 2 and "negative" in rows[0]["message"], rows)
    check("and no more than that", r.returncode == 0, r.stderr)


def cut_off(folder):
    words = ["lotka", "--set", "a=1:0.1:2", "-o", "lotka.csv"]
    r = saltus(*words)
    whole, rows = open("lotka.csv").read(), table("lotka.csv")
    check("eleven runs", r.returncode == 0 and len(rows) == 11, r.stderr)
    same = []
    for n in range(0, len(whole), 37):
        with open("lotka.csv", "w") as f:
            f.write(whole[:n])
        r = saltus(*words, "--resume")
        same.append(r.returncode == 0 and table("lotka.csv") == rows)
    check(f"cut off at {len(same)} places it is completed", all(same), same)
    with open("lotka.csv", "w") as f:
        f.write(whole.replace("ok", "killed", 1))
    r = saltus(*words, "--resume")
    check("a run that was killed is tried again", "1 run," in r.stderr and table("lotka.csv") == rows, r.stderr)
    with open("lotka.csv", "w") as f:
        f.write("something,else\n1,2\n")
    check("what is no table of a sweep is left alone",
          saltus(*words, "--resume").returncode == 2 and open("lotka.csv").read() == "something,else\n1,2\n")


def shards(folder):
    words = ["lotka", "--set", "a=1:0.1:2"]
    saltus(*words, "-o", "all.csv")
    for k in (1, 2, 3):
        saltus(*words, "-o", f"part{k}.csv", "--shard", f"{k}/3")
    parts = [r for k in (1, 2, 3) for r in table(f"part{k}.csv")]
    check("three parts together are the whole", sorted(parts, key=lambda r: int(r["cell"])) == table("all.csv"))


def start_slow(output, *more):
    return subprocess.Popen([SALTUS, "sweep", *SLOW, "-o", output, *more], stderr=subprocess.PIPE, text=True)


def alive(pid):
    try:
        with open(f"/proc/{pid}/stat") as f:
            return f.read().rsplit(")", 1)[1].split()[0] not in "ZX"
    except FileNotFoundError:
        return False


def in_the_middle(output, count, act):
    """A slow sweep to which something is done when its table has so many lines. It may be over before that is done: then again.
    What it said, its exit status, and its rows."""
    while True:
        if os.path.exists(output):
            os.remove(output)
        p = start_slow(output)
        wait_for(lambda: lines(output) >= count or p.poll() is not None)
        act(p)
        talk = p.communicate()[1]
        rows = table(output)
        if len([r for r in rows if r["outcome"] == "ok"]) < 12:
            return talk, p.returncode, rows


def kill_worker(p):
    wait_for(lambda: len(children(p.pid)) >= 2 or p.poll() is not None)
    for victim in children(p.pid)[:1]:
        os.kill(victim, signal.SIGKILL)


def kill_sweep(p):
    """With its workers, which end by themselves."""
    workers = children(p.pid)
    p.kill()
    wait_for(lambda: not any(alive(w) for w in workers))


def killed_worker(folder):
    talk, status, rows = in_the_middle("slow.csv", 2, kill_worker)
    bad = [r for r in rows if r["outcome"] != "ok"]
    check("a worker that is killed takes one run with it", len(rows) == 12 and len(bad) == 1, talk)
    check("which says so", bad and bad[0]["outcome"] == "killed" and "signal 9" in bad[0]["message"], bad)
    check("and the sweep goes on to its end", status == 0, talk)
    talk = start_slow("slow.csv", "--resume").communicate()[1]
    rows = table("slow.csv")
    check("--resume makes that run alone", "1 run," in talk and all(r["outcome"] == "ok" for r in rows), talk)
    return rows


def killed_sweep(folder, rows):
    some = in_the_middle("slow2.csv", 4, kill_sweep)[2]
    start_slow("slow2.csv", "--resume").communicate()
    check(f"a sweep killed after {len(some)} runs is completed", table("slow2.csv") == [dict(r) for r in rows])


def interrupted(folder, rows):
    talk, status, some = in_the_middle("slow3.csv", 4, lambda p: p.send_signal(signal.SIGINT))
    cells = [int(r["cell"]) for r in some]
    check("Ctrl-C ends after the runs that are on", status == -signal.SIGINT and "--resume" in talk and len(some) < 12, talk)
    check("with a sorted table of complete rows",
          cells == sorted(cells) and all(r["outcome"] == "ok" for r in some), cells)
    start_slow("slow3.csv", "--resume").communicate()
    check("that is completed later", table("slow3.csv") == rows)


def disk(folder):
    os.symlink("/dev/full", "full.csv")
    r = saltus("lotka", "--set", "a=1:3", "-o", "full.csv", "--overwrite")
    check("a full disk is reported", r.returncode == 1 and "No space left" in r.stderr, r.stderr)
    r = saltus("lotka", "--set", "a=1:3", "-o", "nowhere/x.csv")
    check("so is a folder that is not there", r.returncode == 1 and "No such file" in r.stderr, r.stderr)


def progress(folder):
    r = saltus("lotka", "--set", "a=1:3", "-o", "p.csv", "--progress", "json", "-q")
    last = json.loads(r.stderr.splitlines()[-1])
    check("progress as JSON", last["done"] == 3 and last["cells"] == 3 and last["failed"] == 0, r.stderr)


def in_folder(what, *more):
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        result = what(folder, *more)
        os.chdir("/")
        return result


for part in (thousand_runs, structural, cut_off, shards, disk, progress):
    in_folder(part)
slow_rows = in_folder(killed_worker)
in_folder(killed_sweep, slow_rows)
in_folder(interrupted, slow_rows)
print(f"{failures} failed")
sys.exit(failures > 0)
