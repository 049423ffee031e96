# SPDX-License-Identifier: MIT
"""run.py - the recipes of CONTRIBUTING.md, carried out on a copy of the tree.

    run.py ROOT WORK [--cmake CMAKE] [--cc CC]

Each folder beside this file has a toy (README.md): what somebody adds who follows one recipe, and
how its effect is seen. All toys go into one copy in WORK/tree. What a toy adds and changes must be
exactly what the line "Files:" of its recipe names. The copy is checked by the tools that look at
sources, the command is built from it without optimisation in WORK/build, which is kept, and every
toy is tried."""
import argparse
import importlib.util
import os
import pathlib
import re
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
TOOLS = ("layers.sh", "cites.sh", "sizes.sh")


class Problem(Exception):
    """Something that must hold does not."""


class Tree:
    """The files of a tree by path; toys change them here, in memory."""

    def __init__(self, files, folder):
        self.files = dict(files)
        self.folder = folder  # of the toy: add(..., source=) reads there

    def text(self, path):
        if path not in self.files:
            raise Problem(f"{path}: there is no such file")
        return self.files[path].decode()

    def add(self, path, text=None, source=None):
        """A new file, with this text or that of a file beside the toy."""
        if path in self.files:
            raise Problem(f"{path}: the recipe says it is new, but it is there")
        self.files[path] = (self.folder / source).read_bytes() if source else text.encode()

    def insert(self, path, text, after=None, before=None):
        """Whole lines behind or before the only line that contains a string."""
        lines = self.text(path).splitlines(keepends=True)
        mark = after or before
        found = [k for k, line in enumerate(lines) if mark in line]
        if len(found) != 1:
            raise Problem(f"{path}: {len(found)} lines contain {mark!r}")
        lines[found[0] + (after is not None):found[0] + (after is not None)] = [text]
        self.files[path] = "".join(lines).encode()

    def replace(self, path, old, new):
        """The only occurrence of a text."""
        text = self.text(path)
        if text.count(old) != 1:
            raise Problem(f"{path}: {old!r} occurs {text.count(old)} times")
        self.files[path] = text.replace(old, new).encode()


class Command:
    """The command of the copy, run in a folder of its own."""

    def __init__(self, program, folder):
        self.program = program
        self.folder = folder

    def write(self, name, text):
        (self.folder / name).write_text(text)

    def __call__(self, *args, status=0):
        """What it prints; `status` is the exit status that is expected."""
        cache = {**os.environ, "SALTUS_CACHE": str(self.folder / "cache")}
        done = subprocess.run([self.program, *args], cwd=self.folder, capture_output=True,
                              text=True, env=cache, check=False)
        if done.returncode != status:
            said = done.stdout + done.stderr
            raise Problem(f"saltus {' '.join(args)}: exit status {done.returncode}\n{said}")
        return done.stdout


def sources(root):
    """All files of the working tree: those that git knows or would take, else all but builds."""
    listed = subprocess.run(["git", "-C", root, "ls-files", "-coz", "--exclude-standard"],
                            capture_output=True, check=False)
    if listed.returncode == 0:
        paths = {p.decode() for p in listed.stdout.split(b"\0") if p}
    else:
        paths = {str(p.relative_to(root)) for p in root.rglob("*")}
        paths = {p for p in paths if not p.startswith("build")}
    return {p: (root / p).read_bytes() for p in sorted(paths) if (root / p).is_file()}


def recipe_files(text, title):
    """What a recipe names: [(pattern, is new)]."""
    found = re.search(rf"^## {re.escape(title)}\n(.*?)(?=^## |\Z)", text, re.M | re.S)
    if not found:
        raise Problem(f"CONTRIBUTING.md has no recipe '{title}'")
    line = re.search(r"^Files: (.*?)(?:\n\n|\Z)", found.group(1), re.M | re.S)
    if not line:
        raise Problem(f"CONTRIBUTING.md: '{title}' has no line 'Files:'")
    named = re.findall(r"`([^`]+)`( \(new\))?", line.group(1).replace("\n", " "))
    return [(path, bool(new)) for path, new in named]


def compare(named, before, after):
    """Problems where what was changed is not what was named."""
    touched = {p for p in before.keys() | after.keys() if before.get(p) != after.get(p)}
    for pattern, new in sorted(named, key=lambda n: "<" in n[0]):  # full names first
        fixed = (re.escape(part) for part in re.split(r"<[^>]*>", pattern))
        expression = re.compile("[^/]+".join(fixed))
        hits = {p for p in touched if expression.fullmatch(p)}
        if not hits:
            yield f"`{pattern}` is named, but the toy does not need it"
        for path in hits:
            if new != (path not in before):
                yield f"{path} is {'not ' if new else ''}new"
        touched -= hits
    for path in sorted(touched):
        yield f"{path} is changed, but the recipe does not name it"


def toys():
    for file in sorted(HERE.glob("*/toy.py")):
        spec = importlib.util.spec_from_file_location(f"toy_{file.parent.name}", file)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        yield file.parent, module


def apply_all(files, contributing):
    """All toys, one after the other; the files of the copy."""
    for folder, toy in toys():
        tree = Tree(files, folder)
        try:
            toy.apply(tree)
            problems = list(compare(recipe_files(contributing, toy.RECIPE), files, tree.files))
        except Problem as p:
            problems = [str(p)]
        if problems:
            raise Problem("\n".join(f"{toy.RECIPE}: {p}" for p in problems))
        files = tree.files
    return files


def write_tree(files, folder):
    """Files that are the same stay untouched, so that a build goes on from where it was."""
    for path in list(folder.rglob("*")):
        if path.is_file() and str(path.relative_to(folder)) not in files:
            path.unlink()
    for name, content in files.items():
        path = folder / name
        if not path.is_file() or path.read_bytes() != content:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)


def must(*command, cwd=None):
    done = subprocess.run([str(c) for c in command], cwd=cwd, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode:
        raise Problem(f"{' '.join(str(c) for c in command)}\n{done.stdout[-6000:]}")


def build(work, cmake, cc):
    """The command from WORK/tree, without what only needs time."""
    launcher = shutil.which("ccache")
    options = ["-DCMAKE_BUILD_TYPE=Debug", "-DCMAKE_C_FLAGS_DEBUG=-O0", "-DSALTUS_PROGRAMS=OFF",
               "-DSALTUS_SUNDIALS=OFF", f"-DCMAKE_C_COMPILER={cc}"]
    if launcher:
        options.append(f"-DCMAKE_C_COMPILER_LAUNCHER={launcher}")
    must(cmake, "-G", "Ninja", "-S", work / "tree", "-B", work / "build", *options)
    must(cmake, "--build", work / "build", "-j", "2", "--target", "saltus")
    return work / "build" / "saltus"


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("root", type=lambda p: pathlib.Path(p).resolve())
    arguments.add_argument("work", type=lambda p: pathlib.Path(p).resolve())
    arguments.add_argument("--cmake", default="cmake")
    arguments.add_argument("--cc", default="cc")
    a = arguments.parse_args()
    try:
        files = sources(a.root)
        write_tree(apply_all(files, files["CONTRIBUTING.md"].decode()), a.work / "tree")
        for tool in TOOLS:
            must("sh", f"tools/{tool}", cwd=a.work / "tree")
        saltus = build(a.work, a.cmake, a.cc)
        for folder, toy in toys():
            place = a.work / "run" / folder.name
            shutil.rmtree(place, ignore_errors=True)
            place.mkdir(parents=True)
            toy.check(Command(saltus, place))
            print(f"ok: {toy.RECIPE}")
    except Problem as p:
        print(p)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
