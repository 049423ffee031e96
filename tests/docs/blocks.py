#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""blocks.py - every block of commands or code in README.md and docs/ is run, compared, or listed with a reason.

    python3 tests/docs/blocks.py --root . --build build [--cc cc] [--bless] [page ...]

What a block is, pages.py tells; by language:

    sh          runs in a scratch folder, all blocks of a page in one shell; each command must succeed
    console     "$ command" and what it prints, compared (… stands for anything)
    modelica    a complete model: must pass `saltus check` without errors, and is kept as NAME.mo for the commands
    c, cpp      a complete program: is compiled with the library and runs
    python      runs; all blocks of a page in one interpreter, between its commands (session.py)
    json        is parsed
    text        compared if it is an output or an excerpt
    indented    commands run; anything else must be listed

A block of any other kind, or without a language, is an error. Generated pages are compared with what generates them by
tests of their own. What is not run is in not-run.txt or says so itself, with the reason; an entry that is not needed is an
error as well. The last line counts. --bless rewrites the outputs that differ: read what changes.
"""
import argparse
import collections
import concurrent.futures
import fnmatch
import glob
import json
import os
import re
import shutil
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import pages
import scratch

COMMANDS = ("make", "saltus", "build/", "./", "cc ", "export ", "sh ", "cmake ", "cd ", "git ", ".ci/", "ctest ", "python3 ")
GENERATED = "<!-- generated"


class Page:
    """One page on its way through the test: its blocks, its folder, what went wrong and what was counted."""

    def __init__(self, name, text, place, arguments, listed):
        self.name, self.arguments, self.listed = name, arguments, listed
        self.blocks = pages.blocks(name, text)
        self.generated = text.startswith(GENERATED)
        self.place = place
        self.failures, self.not_run, self.used = [], [], set()
        self.count = collections.Counter()
        self.rewritten = []

    def fail(self, block, text, detail=""):
        self.failures.append(f"{block}: {text}" + ("\n" + re.sub("(?m)^", "    ", detail.rstrip()) if detail else ""))

    def skip(self, block, reason):
        self.count["not run"] += 1
        self.not_run.append(f"{block}: {reason}")

    def listed_reason(self, block):
        """Lines of not-run.txt: page, kind, first words of the block or *, reason."""
        kind = "indented" if block.language is None else block.language or "none"
        first = block.text.strip().split("\n")[0].strip()
        for k, (page, language, words, reason) in enumerate(self.listed):
            if fnmatch.fnmatch(self.name, page) and language == kind and (words == "*" or first.startswith(words)):
                self.used.add(k)
                return reason
        return None

    # ---- Kinds of blocks: each returns pieces of shell for the session, with what to do with their output ------------

    def take_sh(self, block):
        self.count["run"] += 1
        return [(block, block.text, True, None)]

    def take_console(self, block):
        self.count["run"] += 1
        pieces, command, expected = [], None, []
        for line in block.text.split("\n")[:-1] + ["$ "]:
            if not line.startswith("$ ") and command is None:
                self.fail(block, "a console block begins with '$ command'")
                return []
            if line.startswith("$ "):
                if command is not None:
                    pieces.append((block, command, False, "\n".join(expected)))
                command, expected = line[2:], []
            else:
                expected.append(line)
        return pieces

    def take_modelica(self, block):
        name = re.search(r"^\s*(?:model|block|class)\s+(\w+)", block.text, re.M)
        if not name:
            self.fail(block, "no model in it; a complete one is wanted")
            return []
        file = block.value if block.directive == "file" else name[1] + ".mo"
        self.place.put(file, block.text)
        status, output = self.place.run(f"saltus check '{file}'")
        self.count["checked"] += 1
        wanted = 3 if block.directive == "refused" else 0
        if status != wanted:
            self.fail(block, f"saltus check: exit status {status}, not {wanted}", output)
        return []

    def take_c(self, block):
        if not re.search(r"\bmain\(", block.text):
            self.fail(block, "not a complete program; say what it is by a comment before it")
            return []
        file = block.value if block.directive == "file" else f"program{block.line}.{block.language}"
        self.place.put(file, block.text)
        build, root = self.arguments.build, self.arguments.root
        compiler = self.arguments.cc if block.language == "c" else self.arguments.cxx
        status, output = self.place.run(
            f"{compiler} -Wall -Wextra -Werror -I{root}/include '{file}' -o .program {build}/libsaltus.a -lm -ldl && ./.program")
        self.count["compiled and run"] += 1
        if status != 0:
            self.fail(block, f"the program: exit status {status}", output)
        return []

    def take_python(self, block):
        self.count["run"] += 1
        path = self.place.keep_python(block.line, block.text)
        return [(block, self.place.python_command(path), True, None)]

    def take_json(self, block):
        self.count["parsed"] += 1
        try:
            json.loads(block.text)
        except ValueError as error:
            self.fail(block, f"not JSON: {error}")
        if block.directive == "file":
            self.place.put(block.value, block.text)
        return []

    def take_file(self, block):
        self.count["used as a file"] += 1
        self.place.put(block.value, block.text)
        return []

    def take_output(self, block, pieces):
        if not pieces:
            self.fail(block, "no commands before it")
            return []
        self.count["compared"] += 1
        before, text, strict, expected = pieces[-1]
        pieces[-1] = (block, text, strict, block.text)
        return []

    def take_excerpt(self, block):
        self.count["compared"] += 1
        status, output = self.place.run(block.value)
        line = pages.lacks(block.text, output)
        if status != 0:
            self.fail(block, f"{block.value}: exit status {status}", output)
        elif line is not None:
            self.fail(block, f"'{line}' is not in what `{block.value}` prints, or not in this order")
        return []

    def take_quote(self, block):
        """tests/golden/quotes.sh compares those of docs/; here all are."""
        self.count["compared"] += 1
        path = os.path.join(self.arguments.root, block.value)
        if not os.path.exists(path):
            self.fail(block, f"no file {block.value}")
            return []
        with open(path, encoding="utf-8") as file:
            text = "".join(line for line in file if "SPDX-License-Identifier" not in line)
        if text != block.text:
            self.fail(block, f"differs from {block.value}")
        if block.language == "modelica":
            self.place.put(os.path.basename(block.value), block.text)
        return []

    def take(self, block, pieces):
        takers = {"sh": self.take_sh, "console": self.take_console, "modelica": self.take_modelica, "c": self.take_c,
                  "cpp": self.take_c, "json": self.take_json, "python": self.take_python}
        if block.directive == "not run":
            self.skip(block, block.value or "")
            if not block.value:
                self.fail(block, "not run, but without a reason")
            return []
        if block.directive == "output":
            return self.take_output(block, pieces)
        if block.directive == "excerpt of":
            return self.take_excerpt(block)
        if block.directive == "quote":
            return self.take_quote(block)
        if self.generated and block.language in ("c", "text"):
            self.count["generated"] += 1
            return []
        reason = self.listed_reason(block)
        if reason:
            self.skip(block, reason)
            return []
        if block.language is None and block.text.startswith(COMMANDS):
            return self.take_sh(block)
        if block.language in takers:
            return takers[block.language](block)
        if block.directive == "file":
            return self.take_file(block)
        kind = "an indented block" if block.language is None else f"a block of kind '{block.language}'"
        self.fail(block, f"{kind} that nobody runs; see the head of tests/docs/blocks.py")
        return []

    def run(self):
        pieces = []
        for block in self.blocks:
            try:
                pieces += self.take(block, pieces)
            except ValueError as error:
                self.fail(block, str(error))
        results = self.place.session([(text, strict) for _, text, strict, _ in pieces]) if pieces else []
        for (block, text, strict, expected), (status, output) in zip(pieces, results):
            if status is None:
                self.fail(block, "was not reached, or took too long")
            elif strict and status != 0:
                self.fail(block, "a command failed", output)
            elif expected is not None and not pages.matches(expected, output) and self.arguments.bless and \
                    block.directive == "output":
                self.rewritten.append((block, pages.blessed(expected, output)))
            elif expected is not None and not pages.matches(expected, output):
                self.fail(block, "another output than the page says; the output is", output)
        for note in self.place.noted():
            if note not in scratch.REASONS:
                self.failures.append(f"{self.name}: '{note}' has no stand-in with a reason in tests/docs/scratch.py")
            else:
                self.not_run.append(f"{self.name}: {note}: {scratch.REASONS[note]}")
        return self


def read_list(path):
    listed = []
    with open(path, encoding="utf-8") as file:
        for line in file:
            if line.strip() and not line.startswith("#"):
                listed.append([part.strip() for part in line.split("|")])
                if len(listed[-1]) != 4 or not listed[-1][3]:
                    sys.exit(f"{path}: page | kind | first words or * | reason, but: {line}")
    return listed


def all_pages(root):
    found = [os.path.join(root, name) for name in ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md")]
    found += glob.glob(os.path.join(root, "docs", "**", "*.md"), recursive=True)
    found += glob.glob(os.path.join(root, "models", "**", "*.md"), recursive=True)
    return sorted(os.path.relpath(path, root) for path in found)


def run_page(name, folder, arguments, listed):
    with open(os.path.join(arguments.root, name), encoding="utf-8") as file:
        text = file.read()
    place = scratch.Scratch(os.path.join(folder, name.replace("/", "_")), arguments.root, arguments.build,
                            os.path.join(arguments.build, "cache"), shutil.which("make") or "make")
    page = Page(name, text, place, arguments, listed).run()
    for block, new in reversed(page.rewritten):
        text = pages.with_block(text, block, new)
        print(f"{block} is rewritten")
    if page.rewritten:
        with open(os.path.join(arguments.root, name), "w", encoding="utf-8") as file:
            file.write(text)
    return page


def report(done, listed, complete):
    total = collections.Counter()
    failures, not_run, used = [], [], set()
    for page in done:
        total.update(page.count)
        failures += page.failures
        not_run += page.not_run
        used |= page.used
    if complete:
        failures += [f"not-run.txt: nobody needs the entry {' | '.join(entry)}"
                     for k, entry in enumerate(listed) if k not in used]
    print("not run:")
    for line in not_run:
        print("   ", line)
    for line in failures:
        print("FAILED", line)
    blocks = sum(len(page.blocks) for page in done)
    print(f"docs: {blocks} blocks on {len(done)} pages: " + ", ".join(f"{n} {what}" for what, n in sorted(total.items())) +
          f"; {len(failures)} failures")
    if sum(total.values()) != blocks and not failures:
        print("FAILED the counts do not add up: a block was passed over")
        return 1
    return 1 if failures else 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--root", required=True)
    parser.add_argument("--build", required=True)
    parser.add_argument("--cc", default="cc")
    parser.add_argument("--cxx", default="c++")
    parser.add_argument("--bless", action="store_true")
    parser.add_argument("--not-run", default=os.path.join(os.path.dirname(os.path.abspath(__file__)), "not-run.txt"))
    parser.add_argument("pages", nargs="*")
    arguments = parser.parse_args()
    arguments.root, arguments.build = os.path.realpath(arguments.root), os.path.realpath(arguments.build)
    listed = read_list(arguments.not_run)
    names = arguments.pages or all_pages(arguments.root)
    with tempfile.TemporaryDirectory() as folder:
        folder = os.path.realpath(folder)
        with concurrent.futures.ThreadPoolExecutor(max_workers=2) as pool:
            done = list(pool.map(lambda name: run_page(name, folder, arguments, listed), names))
    sys.exit(report(done, listed, not arguments.pages))


if __name__ == "__main__":
    main()
