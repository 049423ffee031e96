#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""robust.py SALTUS [KILLS] - what can go wrong outside of the program: disks, pipes, folders, signals.

Whatever happens, the tool does not crash, says what is wrong, ends with a status that is not 0, and what was written up
to the last block can be read. The number of killed runs is 200 unless said otherwise. Nothing here depends on the clock:
a signal is sent when the program has come so far, which its files and /proc show.
"""
import fcntl
import os
import pty
import random
import resource
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time

SALTUS = os.path.abspath(sys.argv[1])
KILLS = int(sys.argv[2]) if len(sys.argv) > 2 else 200
failures = 0


def check(what, fine, more=""):
    global failures
    if not fine:
        failures += 1
    print(("ok      " if fine else "FAILED  ") + what + ("" if fine else f"\n    {more!r}"))


def run(*words, **options):
    return subprocess.run([SALTUS, *words], capture_output=True, text=True, **options)


def wait_for(condition):
    while not condition():
        time.sleep(0.0005)


def size(name):
    return os.path.getsize(name) if os.path.exists(name) else 0


def start(*words, **options):
    return subprocess.Popen([SALTUS, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options)


def waiting(pipe):
    """Bytes that nobody has read yet."""
    return struct.unpack("i", fcntl.ioctl(pipe, termios.FIONREAD, b"\0\0\0\0"))[0]


def catches(pid, number):
    """Has the process a handler for this signal?"""
    with open(f"/proc/{pid}/status") as f:
        caught = next(line.split()[1] for line in f if line.startswith("SigCgt:"))
    return int(caught, 16) >> (number - 1) & 1


def said(result, *texts):
    """It failed, in words, and not by a signal."""
    return result.returncode == 1 and all(t in result.stderr for t in texts)


def full_disk():
    for name in ("full.csv", "full.mat", "full.seg"):
        os.symlink("/dev/full", name)
        r = run("run", "lotka", "-o", name, "--stats=json")
        check(f"full disk, {name}", said(r, name, "No space left"), (r.returncode, r.stderr))
    os.symlink("/dev/full", "full.svg")
    r = run("run", "lotka", "--plot=full.svg", "--quiet")
    check("full disk, picture", said(r, "full.svg"), (r.returncode, r.stderr))
    with open("/dev/full", "w") as full:
        r = subprocess.run([SALTUS, "models"], stdout=full, stderr=subprocess.PIPE, text=True)
    check("full disk, standard output", said(r, "stdout could not be written"), (r.returncode, r.stderr))


def small_disk():
    """A file may grow to 200 kB: what is in it then can be read."""
    def limit():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (200000, 200000))
    for name in ("small.seg", "small.csv", "small.mat"):
        r = run("run", "buck", "--exact-parts", "false", "--events", "-o", name, "--quiet", preexec_fn=limit)
        check(f"small disk, {name}", said(r, name), (r.returncode, r.stderr))
        r = run("convert", name, "again.csv")
        rows = open("again.csv").read().count("\n") if r.returncode == 0 else 0
        check(f"small disk, {name} is readable", r.returncode == 0 and rows > 100, (rows, r.stderr))


def closed_pipe():
    p = start("run", "buck", "--events", "-o", "-")
    p.stdout.readline()
    p.stdout.close()
    error = p.stderr.read()
    p.wait()
    check("closed pipe", p.returncode == 1 and "Broken pipe" in error, (p.returncode, error))


def folders():
    for name in ("nowhere/x.csv", "nowhere/x.seg", "nowhere/x.mat"):
        r = run("run", "lotka", "-o", name)
        check(f"no such folder, {name}", said(r, name, "No such file"), (r.returncode, r.stderr))
    os.mkdir("folder.csv")
    r = run("run", "lotka", "-o", "folder.csv")
    check("a folder in the place of the file", said(r, "Is a directory"), (r.returncode, r.stderr))
    r = run("run", "lotka", "-o", "/proc/x.csv")
    check("a folder that takes no files", said(r, "/proc/x.csv"), (r.returncode, r.stderr))
    r = run("run", "lotka", "--plot=nowhere/x.svg", "--quiet")
    check("no such folder, picture", said(r, "nowhere/x.svg"), (r.returncode, r.stderr))


def cut_off():
    """A result cut off at any byte (a sample of them) is read without a crash."""
    run("run", "lotka", "-o", "whole.seg", "-o", "whole.csv", "-o", "whole.mat", "--quiet")
    for name in ("whole.seg", "whole.csv", "whole.mat"):
        data = open(name, "rb").read()
        end = name[-4:]
        bad = []
        random.seed(7)
        for n in sorted({0, 1, 7, 8, 64, len(data) - 1} | {random.randrange(len(data)) for _ in range(40)}):
            open("cut" + end, "wb").write(data[:n])
            r = run("convert", "cut" + end, "cut_out.csv")
            if r.returncode not in (0, 1) or (r.returncode == 1 and not r.stderr.startswith("saltus: ")):
                bad.append((n, r.returncode, r.stderr))
        check(f"{name} cut off anywhere", not bad, bad[:3])


def interrupted():
    p = start("run", "tyson", "--set", "N=1000", "--stop=1e6", "-o", "int.seg", "--stats=json")
    wait_for(lambda: size("int.seg") > 0)
    p.send_signal(signal.SIGINT)
    out, error = p.communicate()
    check("Ctrl-C: statistics", p.returncode == -signal.SIGINT and '"outcome": "interrupted"' in out, (p.returncode, error))
    r = run("convert", "int.seg", "int.csv", "--vars=C2[1]")
    check("Ctrl-C: it can be converted", r.returncode == 0, r.stderr)
    r = run("plot", "int.seg", "--output=int.svg", "--vars=C2[1]")
    check("Ctrl-C: a complete result", r.returncode == 0 and "not completed" not in r.stderr, r.stderr)


def ended():
    """SIGTERM ends a run as Ctrl-C does; what the shell sees is 143."""
    p = start("run", "mmc", "--stop=1e9", "-o", "end.seg", "--quiet")
    wait_for(lambda: size("end.seg") > 0)
    p.send_signal(signal.SIGTERM)
    out, error = p.communicate()
    check("SIGTERM: status", p.returncode == -signal.SIGTERM and "interrupted at t = " in error, (p.returncode, error))
    r = run("convert", "end.seg", "end.csv")
    check("SIGTERM: a complete result", r.returncode == 0 and not r.stderr.startswith("saltus: "), r.stderr)


def ended_while_printing():
    """Nobody reads the statistics, and the pipe is full: the first signal ends the program."""
    p = subprocess.Popen([SALTUS, "run", "inverters", "--set", "N=20000", "--stop=1e-12", "--stats=json-all"],
                         stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    wait_for(lambda: waiting(p.stdout) > 60000 or p.poll() is not None)
    p.send_signal(signal.SIGTERM)
    try:
        p.wait(10)
    except subprocess.TimeoutExpired:
        p.kill()
    check("SIGTERM while statistics are printed", p.returncode == -signal.SIGTERM, p.returncode)
    p.stdout.close()
    p.stderr.close()


def short_of_memory():
    """Whatever needs more memory than there is ends with 1 and says so; it is not a mistake of the command line."""
    if b"__asan_init" in open(SALTUS, "rb").read():
        return  # the sanitizer itself needs more memory than that
    def within(mb, *args):
        return run(*args, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (mb << 20, mb << 20)))
    seen, bad = set(), []
    least = next(mb for mb in range(20, 100, 2) if within(mb, "version").returncode == 0)  # its libraries can be loaded
    for mb in range(least, least + 32, 2):
        r = within(mb, "run", "inverters", "--set", "N=20000", "--interpret", "--stop=1e-12", "-q", "-o", "memory.csv")
        seen.add(r.returncode)
        if r.returncode not in (0, 1) or (r.returncode == 1 and "memory" not in r.stderr):
            bad.append((mb, r.returncode, r.stderr))
    check("short of memory", not bad and seen == {0, 1}, (seen, bad[:3]))


def colours():
    """On a terminal, unless NO_COLOR forbids it; nowhere else."""
    open("wrong.mo", "w").write("model wrong\n  Real x;\nequation\n  der(x) = y;\nend wrong;\n")
    for env, fine in ({"TERM": "xterm"}, True), ({"TERM": "xterm", "NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False):
        ours, theirs = pty.openpty()
        subprocess.run([SALTUS, "check", "wrong.mo"], stderr=theirs, env=dict({"PATH": "/bin", "HOME": "."}, **env))
        said = os.read(ours, 10000)
        check(f"colours with {env}", b"error:" in said and (b"\033[1;31merror:\033[0m" in said) == fine, said)
        os.close(ours), os.close(theirs)
    check("no colours in a pipe", "\033" not in run("check", "wrong.mo").stderr)


def interrupted_comparison():
    """Before the reference is there, there is nothing to show; that is said."""
    p = start("compare", "tyson", "--set", "N=1000", "--stop=1e6", "--interval=1e4")
    wait_for(lambda: catches(p.pid, signal.SIGINT))
    p.send_signal(signal.SIGINT)
    out, error = p.communicate()
    check("Ctrl-C: a comparison without reference",
          p.returncode == -signal.SIGINT and not out and "interrupted while the reference was made" in error, (p.returncode, out, error))


def killed():
    """Runs that are killed when the first file has so many bytes, from none to more than all blocks that are kept in memory."""
    random.seed(1)
    run("run", "buck", "--stop=1e-4", "--quiet")  # compiled once
    unreadable, complete, empty = [], 0, 0
    for k in range(KILLS):
        for name in ("dead.seg", "dead.csv", "dead.mat"):
            if os.path.exists(name):
                os.remove(name)
        p = subprocess.Popen([SALTUS, "run", "buck", "--stop=1", "--events", "-o", "dead.seg", "-o", "dead.csv",
                              "-o", "dead.mat", "--quiet"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        enough = 0 if k % 10 == 0 else random.randrange(1, 200000)
        wait_for(lambda: size("dead.seg") >= enough or p.poll() is not None)
        p.kill()
        p.wait()
        for name in ("dead.seg", "dead.csv", "dead.mat"):
            if not os.path.exists(name) or os.path.getsize(name) == 0:
                empty += 1
                continue
            r = run("convert", name, "alive.csv")
            complete += r.returncode == 0
            if r.returncode != 0 and not (r.returncode == 1 and "before" in r.stderr or "header" in r.stderr):
                unreadable.append((k, name, os.path.getsize(name), r.returncode, r.stderr))
    check(f"{KILLS} runs killed: {complete} files read, {empty} not yet there", not unreadable and complete > KILLS,
          unreadable[:5])


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    for part in (full_disk, small_disk, closed_pipe, folders, cut_off, interrupted, ended, ended_while_printing, short_of_memory, colours, interrupted_comparison,
                 killed):
        part()
print(f"{failures} failed")
sys.exit(1 if failures else 0)
