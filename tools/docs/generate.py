#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""generate.py - writes the pages of docs/ that are made from something else, or checks that they are up to date.

    python3 tools/docs/generate.py --root . --build build [--check]

    docs/methods/NAME.md    from the tables of the methods (examples/methods.c) and docs/math/
    docs/api/HEADER.md      from include/HEADER.h
    docs/functions.md       from include/saltus_elementary.h
    docs/commands.md        from `saltus help`
    docs/blocks.md          from the tables of the blocks (`saltus blocks --markdown`)
    docs/library.md         from the texts of the parts (models/lib)
    docs/pictures/knock.svg the model of docs/tutorial.md, run
    docs/pictures/boost*.svg the circuits of docs/tutorial-circuits.md, run
    docs/pictures/room*.svg the diagram of docs/tutorial-diagrams.md, run and drawn
    docs/pictures/exact.svg a converter in docs/math/exact.md, run
    docs/benchmarks.md      and docs/pictures/bench-*.svg from docs/data/benchmarks.json and linear.json (bench/suite/report.py)
    docs/circuits-vs-spice.md from docs/data/circuits.json (bench/circuits/versus.py)
    docs/classics.md from docs/data/classics.json (bench/classics/level.py)
"""
import argparse
import difflib
import glob
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import commands
import functions
import headers
import library
import methods


def read(*parts):
    with open(os.path.join(*parts), encoding="utf-8") as file:
        return file.read()


def method_pages(root, build):
    printed = subprocess.run([os.path.join(build, "examples", "methods")], stdout=subprocess.PIPE, check=True)
    refs = methods.references(read(root, "docs", "refs.bib"))
    mathematics = {os.path.basename(path)[:-3]: read(path) for path in glob.glob(os.path.join(root, "docs", "math", "*.md"))}
    return {f"methods/{method.name}.md": methods.page(method, refs, mathematics)
            for method in methods.read(printed.stdout.decode("utf-8"))}


def header_pages(root):
    return {f"api/{os.path.basename(path)[:-2]}.md": headers.page(os.path.basename(path), read(path))
            for path in glob.glob(os.path.join(root, "include", "*.h"))
            if os.path.basename(path) != "saltus_elementary.h"}


BLOCKS = """<!-- generated from the tables of the blocks by tools/docs/generate.py -->
# Blocks of diagrams

All blocks that a [diagram](diagrams.md) can have, as `saltus blocks NAME` prints them. Every block with
signals is a vector block: with `"size": n` it replaces n blocks, and a parameter may have one number for all or one for each.
Parameters without a default are required.

"""


def blocks_page(program):
    printed = subprocess.run([program, "blocks", "--markdown"], stdout=subprocess.PIPE, check=True)
    return BLOCKS + printed.stdout.decode("utf-8")


def picture(program, text, name, *options, plot=()):
    """What the command draws into a file, which is the last option, for a text in a file of this name; with plot, into results
    that are drawn with these options."""
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(text)
        subprocess.run([program, options[0], name, *options[1:]], cwd=folder, stdout=subprocess.DEVNULL, check=True)
        if plot:
            subprocess.run([program, "plot", options[-1], *plot], cwd=folder, stdout=subprocess.DEVNULL, check=True)
        return read(folder, plot[-1] if plot else options[-1])


def pictures(root, program):
    """What the tutorials' own models draw."""
    knock = re.search(r"(?ms)^```modelica\n(model knock.*?)^```$", read(root, "docs", "tutorial.md"))[1]
    room = re.search(r"(?ms)^<!-- file: room.json -->\n```json\n(.*?)^```$", read(root, "docs", "tutorial-diagrams.md"))[1]
    circuits = read(root, "docs", "tutorial-circuits.md")
    boost = re.search(r"(?ms)^```modelica\n(model boost .*?)^```$", circuits)[1]
    boosts = re.search(r"(?ms)^<!-- file: boosts.mo -->\n```modelica\n(.*?)^```$", circuits)[1]
    return {"pictures/boost.svg": picture(program, boost, "boost.mo", "run", "--quiet", "--plot", "boost.svg"),
            "pictures/boost-schematic.svg": picture(program, boost, "boost.mo", "explain", "--quiet", "--svg",
                                                    "boost-schematic.svg"),
            "pictures/boosts.svg": picture(program, boosts, "boosts.mo", "run", "--quiet", "--vars", "stage[*].coil.i,c.v", "-o",
                                           "boosts.seg", plot=("--quiet", "--from", "9.8e-3", "-o", "boosts.svg")),
            "pictures/exact.svg": picture(program, read(root, "models", "circuits", "Buck.mo"), "Buck.mo", "run", "--quiet", "--method", "exact",
                                          "--stop", "6e-4", "--vars", "capacitor.v,coil.i,diode.i", "--marks", "--plot", "exact.svg"),
            "pictures/knock.svg": picture(program, knock, "knock.mo", "run", "--quiet", "--plot", "knock.svg"),
            "pictures/room.svg": picture(program, room, "room.json", "run", "--quiet", "--plot", "room.svg"),
            "pictures/room-diagram.svg": picture(program, room, "room.json", "explain", "--svg", "room-diagram.svg")}


def benchmark_pages(root):
    sys.path[:0] = [os.path.join(root, "bench", folder) for folder in ("suite", "circuits", "classics")]
    import level
    import report
    import versus
    return {**report.pages(root), **versus.pages(root), **level.pages(root)}


def stale(root, pages):
    """Generated pages that nothing generates any more."""
    there = {os.path.relpath(path, os.path.join(root, "docs"))
             for folder in ("methods", "api") for path in glob.glob(os.path.join(root, "docs", folder, "*.md"))}
    return sorted(there - set(pages))


def check(root, pages):
    wrong = 0
    for name in sorted(pages):
        path = os.path.join(root, "docs", name)
        old = read(path) if os.path.exists(path) else ""
        if old != pages[name]:
            wrong += 1
            sys.stdout.writelines(difflib.unified_diff(old.splitlines(True), pages[name].splitlines(True), "docs/" + name, "new", n=1))
    for name in stale(root, pages):
        wrong += 1
        print(f"docs/{name} is not generated by anything")
    print(f"docs: {len(pages)} generated pages, {wrong} out of date" + ("; `make docs` rewrites them" if wrong else ""))
    return 1 if wrong else 0


def write(root, pages):
    for name, text in pages.items():
        path = os.path.join(root, "docs", name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        if not os.path.exists(path) or read(path) != text:
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
            print(f"docs/{name} is new")
    for name in stale(root, pages):
        os.remove(os.path.join(root, "docs", name))
        print(f"docs/{name} is gone")
    return 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--root", required=True)
    parser.add_argument("--build", required=True)
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args()
    program = os.path.join(os.path.realpath(arguments.build), "saltus")
    pages = {**method_pages(arguments.root, arguments.build), **header_pages(arguments.root),
             "functions.md": functions.page(functions.read()), "commands.md": commands.page(program), "blocks.md": blocks_page(program),
             "library.md": library.page(arguments.root),
             **pictures(arguments.root, program), **benchmark_pages(arguments.root)}
    sys.exit(check(arguments.root, pages) if arguments.check else write(arguments.root, pages))


if __name__ == "__main__":
    main()
