# SPDX-License-Identifier: MIT
"""scratch.py - a folder that looks like a fresh clone after `make`, and commands run in it.

The folders of the tree are links; build/ has the tool under test. What must not run inside a test is replaced by a
stand-in, found first on PATH, which notes that it was called and why it does nothing:

    make TARGET     is there such a target? (make -n); `make install` installs from the build under test
    python3         the one that has numpy
    git, apt-get, sudo, .ci/run
"""
import os
import shlex
import shutil
import stat
import subprocess

LINKS = ("cmake", "CMakeLists.txt", "docs", "examples", "include", "models", "src", "tests", "tools", "bench",
         "README.md", "mkdocs.yml", "python")
REASONS = {
    "make": "the build under test is there already",
    "make demo": "builds in the tree; checked: there is such a target",
    "make test": "would run this test again; checked: there is such a target",
    "make bench": "takes minutes; checked: there is such a target",
    "make bench-linear": "takes minutes; checked: there is such a target",
    "make bench-circuits": "takes minutes; checked: there is such a target",
    "make bench-classics": "takes minutes; checked: there is such a target",
    "make bench-circuits KEEP=1": "takes minutes, and writes into the docs; checked: there is such a target",
    "make estimates": "takes minutes; checked: there is such a target",
    "make same": "takes minutes; checked: there is such a target",
    "make papers": "takes minutes; checked: there is such a target",
    "make docs": "a test of its own builds the site; checked: there is such a target",
    "make python": "the build under test is there already",
    "make sundials": "needs the network, and the tests have it already; checked: there is such a target",
    "make format": "rewrites files of the tree; checked: there is such a target",
    "make help": None,
    "git": "needs the network",
    "apt-get": "needs root and the network",
    "sudo": "needs root",
    ".ci/run": "runs all tests, this one among them",
}
SECONDS = 3000

MAKE = """#!/bin/sh
# make, as pages call it. Arguments: targets and NAME=VALUE.
target= prefix=/usr/local destdir=
for word; do
    case $word in
    PREFIX=*) prefix=${word#PREFIX=} ;;
    DESTDIR=*) destdir=${word#DESTDIR=} ;;
    *=* | -*) ;;
    *) target="$target $word" ;;
    esac
done
case $target in
' install') DESTDIR=$destdir exec cmake --install @BUILD@ --prefix "$prefix" >/dev/null ;;
' help') exec @MAKE@ --no-print-directory -C @ROOT@ help ;;
esac
echo "make$target" >>@NOTES@
[ -z "$target" ] || @MAKE@ -n -C @ROOT@ $target >/dev/null
"""
STAND_IN = """#!/bin/sh
echo "@NAME@" >>@NOTES@
"""


def write(path, text, executable=False):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    if executable:
        os.chmod(path, os.stat(path).st_mode | stat.S_IXUSR)


def with_numpy():
    """The Python of the pages: one that has numpy; on Debian that of the system, whatever comes first on PATH."""
    for name in ("python3", "/usr/bin/python3"):
        path = shutil.which(name)
        if path and subprocess.run([path, "-c", "import numpy"], capture_output=True, check=False).returncode == 0:
            return os.path.realpath(subprocess.run([path, "-c", "import sys; print(sys.executable)"], capture_output=True, text=True,
                                                   check=True).stdout.strip())
    return "/usr/bin/python3"


class Scratch:
    def __init__(self, folder, root, build, cache, real_make):
        self.folder, self.build = folder, build
        self.notes = os.path.join(folder, ".notes")
        self.bin = os.path.join(folder, ".bin")
        os.makedirs(os.path.join(folder, "build"))
        os.makedirs(os.path.join(folder, "home"))
        for name in LINKS:
            if os.path.exists(os.path.join(root, name)):
                os.symlink(os.path.join(root, name), os.path.join(folder, name))
        for name in ("saltus", "libsaltus.a", "libsaltus.so", "libsaltus_classic.so"):
            os.symlink(os.path.join(build, name), os.path.join(folder, "build", name))
        for name in ("examples", "bench"):
            if os.path.exists(os.path.join(build, name)):
                os.symlink(os.path.join(build, name), os.path.join(folder, "build", name))
        self.stand_ins(root, real_make)
        self.python = with_numpy()
        os.symlink(self.python, os.path.join(self.bin, "python3"))
        self.serving = False
        self.environment = dict(os.environ, HOME=os.path.join(folder, "home"), SALTUS_CACHE=cache, NO_COLOR="1",
                                SALTUS_MODELS=os.path.join(root, "models"), LC_ALL="C.UTF-8", COLUMNS="100",
                                TERM="dumb", MPLBACKEND="Agg", SALTUS_LIBRARY=build, PYTHONPATH=os.path.join(root, "python"), PYTHONDONTWRITEBYTECODE="1", PATH=self.bin + ":" + os.path.join(folder, "build") + ":" + os.environ["PATH"])

    def stand_ins(self, root, real_make):
        fill = {"@BUILD@": self.build, "@ROOT@": root, "@NOTES@": self.notes, "@MAKE@": real_make}
        make = MAKE
        for key, value in fill.items():
            make = make.replace(key, shlex.quote(value))
        write(os.path.join(self.bin, "make"), make, True)
        for name in ("git", "apt-get", "sudo"):
            text = STAND_IN.replace("@NAME@", name).replace("@NOTES@", shlex.quote(self.notes))
            write(os.path.join(self.bin, name), text, True)
        text = STAND_IN.replace("@NAME@", ".ci/run").replace("@NOTES@", shlex.quote(self.notes))
        write(os.path.join(self.folder, ".ci", "run"), text, True)

    def keep_python(self, line, text):
        path = os.path.join(self.folder, f".block{line}.py")
        write(path, text)
        return path

    def python_command(self, path):
        """What runs a block of Python in the interpreter of this page; the first one starts it."""
        session = f"python3 {shlex.quote(os.path.join(os.path.dirname(os.path.abspath(__file__)), 'session.py'))}"
        first = "" if self.serving else f"mkfifo .python\n{session} serve . >/dev/null 2>&1 </dev/null &\n"
        self.serving = True
        return f"{first}{session} run . {shlex.quote(path)}"

    def put(self, name, text):
        """A file of a page. It may not replace one of the tree."""
        path = os.path.normpath(os.path.join(self.folder, name))
        if not path.startswith(self.folder + os.sep) or os.path.realpath(os.path.dirname(path)) != os.path.dirname(path):
            raise ValueError(f"file {name} is not in the folder of the page")
        write(path, text)

    def run(self, command, seconds=SECONDS):
        """A command by sh: its exit status and all it printed."""
        try:
            done = subprocess.run(["sh", "-c", command], cwd=self.folder, env=self.environment, stdin=subprocess.DEVNULL,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=seconds, check=False)
        except subprocess.TimeoutExpired:
            return 124, f"took more than {seconds} s"
        return done.returncode, done.stdout.decode("utf-8", "replace")

    def session(self, pieces):
        """Pieces of shell in one shell, so that what one exports the next one sees. For each piece (text, strict):
        (status, output); a strict piece that fails ends the session, and the rest has status None."""
        script = ["cd %s\n" % shlex.quote(self.folder)]
        for k, (text, strict) in enumerate(pieces):
            script.append(f"exec >.out.{k} 2>&1\nset {'-' if strict else '+'}e\n{text}\necho $? >.status.{k}\n")
        write(os.path.join(self.folder, ".session"), "".join(script))
        try:
            subprocess.run(["sh", ".session"], cwd=self.folder, env=self.environment, stdin=subprocess.DEVNULL,
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=SECONDS, check=False)
        except subprocess.TimeoutExpired:
            pass
        return [self.piece(k, strict) for k, (text, strict) in enumerate(pieces)]

    def piece(self, k, strict):
        output = os.path.join(self.folder, f".out.{k}")
        status = os.path.join(self.folder, f".status.{k}")
        if not os.path.exists(output):
            return None, ""
        with open(output, encoding="utf-8", errors="replace") as file:
            text = file.read()
        if not os.path.exists(status):
            return 1 if strict else None, text
        return 0 if strict else int(open(status, encoding="utf-8").read()), text

    def noted(self):
        if not os.path.exists(self.notes):
            return []
        with open(self.notes, encoding="utf-8") as file:
            return [" ".join(line.split()) for line in file]
