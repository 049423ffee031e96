#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""test_runner.py BUILD - the test of the tests: blocks.py accepts what is right, and refuses each kind of wrong page."""
import glob
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.realpath(os.path.join(HERE, "..", ".."))
sys.path.insert(0, HERE)
sys.path.insert(0, os.path.join(ROOT, "tools", "docs"))
import headers
import links
import pages

FENCE = "```"
MODEL = "model m\n  Real x(start = 1, fixed = true);\nequation\n  der(x) = -x;\nend m;\n"
WRONG = MODEL.replace("-x", "-y")
PROGRAM = '#include <stdio.h>\n#include <saltus.h>\nint main(void)\n{\n    puts(saltus_version());\n    return %d;\n}\n'


def block(language, text, comment=""):
    return f"{comment}\n{FENCE}{language}\n{text}{FENCE}\n" if comment else f"{FENCE}{language}\n{text}{FENCE}\n"


RIGHT = {
    "commands": block("sh", "x=1\n") + block("sh", "test $x = 1   # the same shell\n"),
    "output": block("sh", "echo one; echo two\n") + block("text", "one\ntwo\n", "<!-- output -->"),
    "dots": block("sh", "echo one; echo two 22; echo three\n") + block("text", "...\ntwo …\nthree\n", "<!-- output -->"),
    "console": block("console", "$ echo one\none\n$ false\n$ echo $((1 + 1))\n2\n"),
    "model": block("modelica", MODEL) + block("sh", "saltus check m.mo\n"),
    "refused": block("modelica", WRONG, "<!-- refused -->"),
    "program": block("c", PROGRAM % 0),
    "file": block("c", PROGRAM % 0, "<!-- file: v.c -->") + block("sh", "grep -q saltus_version v.c\n"),
    "json": block("json", '{"a": [1, 2]}\n'),
    "excerpt": block("text", "two\n...\nfour\n", "<!-- excerpt of: printf 'one\\ntwo\\nthree\\nfour\\n' -->"),
    "reason": block("python", "print(1)\n", "<!-- not run: an example -->"),
    "Python": block("python", "import saltus\nx = 1\n") + block("sh", "echo 2 > two\n") + block("python", "print(x, open('two').read())\n") +
              block("text", "1 2\n\n", "<!-- output -->"),
    "indented": "Text:\n\n    make test    # all\n    saltus version\n",
    "list": "- an item\n\n    that goes on\n",
    "install": block("sh", "make install PREFIX=$HOME/p\ntest -x $HOME/p/bin/saltus\n"),
}
FALSE = {
    "command fails": block("sh", "false\ntrue\n"),
    "command is not there": block("sh", "saltus nonsense\n"),
    "later one is not reached": block("sh", "exit 0\n") + block("sh", "true\n"),
    "another output": block("sh", "echo one\n") + block("text", "two\n", "<!-- output -->"),
    "line too many": block("sh", "echo one; echo two\n") + block("text", "one\n", "<!-- output -->"),
    "another console": block("console", "$ echo one\ntwo\n"),
    "wrong model": block("modelica", WRONG),
    "fragment of a model": block("modelica", "der(x) = -x;\n"),
    "fine, but said to be refused": block("modelica", MODEL, "<!-- refused -->"),
    "program that fails": block("c", PROGRAM % 1),
    "program with a warning": block("c", "int main(void)\n{\n    int unused;\n    return 0;\n}\n"),
    "fragment of C": block("c", "int f(void);\n"),
    "not JSON": block("json", "{a: 1}\n"),
    "not in the excerpt": block("text", "five\n", "<!-- excerpt of: echo four -->"),
    "other order": block("text", "two\none\n", "<!-- excerpt of: printf 'one\\ntwo\\n' -->"),
    "no language": block("", "something\n"),
    "unknown language": block("ruby", "puts 1\n"),
    "Python that fails": block("python", "print(1)\n1/0\n"),
    "another output of Python": block("python", "print(1)\n") + block("text", "2\n", "<!-- output -->"),
    "Python after a failure": block("python", "x = 1\n") + block("sh", "false\n") + block("python", "print(x)\n"),
    "no reason": block("python", "print(1)\n", "<!-- not run -->"),
    "text without a mark": block("text", "something\n"),
    "indented text": "Text:\n\n    neither a command nor listed\n",
    "quote of another text": block("c", "int x;\n", "<!-- quote: examples/first.c -->"),
    "no such target": block("sh", "make nonsense\n"),
    "outside the folder": block("modelica", MODEL, "<!-- file: ../m.mo -->"),
}


def run(build, folder, text):
    """Exit status of blocks.py for a tree with one page."""
    os.makedirs(os.path.join(folder, "docs"), exist_ok=True)
    for name in ("include", "models", "examples", "Makefile", "tools", "python"):
        if not os.path.exists(os.path.join(folder, name)):
            os.symlink(os.path.join(ROOT, name), os.path.join(folder, name))
    with open(os.path.join(folder, "docs", "page.md"), "w", encoding="utf-8") as file:
        file.write(text)
    with open(os.path.join(folder, "not-run.txt"), "w", encoding="utf-8") as file:
        file.write("# none\n")
    done = subprocess.run([sys.executable, os.path.join(HERE, "blocks.py"), "--root", folder, "--build", build,
                           "--not-run", os.path.join(folder, "not-run.txt"), "docs/page.md"],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    return done.returncode, done.stdout.decode("utf-8", "replace")


def check_helpers():
    """What pages.py and links.py understand, directly."""
    found = pages.blocks("p", "a\n\n    code\n\n    more\n\nb\n\n- x\n\n    not code\n\n  ```sh\n  y\n  ```\n")
    assert [(b.language, b.text) for b in found] == [(None, "code\n\nmore\n"), ("sh", "y\n")], found
    assert pages.matches("a … c\n", "a b c\n") and not pages.matches("a … c\n", "a b d\n")
    assert pages.matches("a\n...\nd\n", "a\nb\nc\nd\n") and not pages.matches("a\n...\nd\n", "a\nb\nc\n")
    assert pages.blessed("a …\nold\n", "a 2\nnew\n") == "a …\nnew\n"
    text = "x\n```text\nold\n```\ny\n"
    assert pages.with_block(text, pages.blocks("p", text)[0], "1\n2\n") == "x\n```text\n1\n2\n```\ny\n"
    assert links.slug("Events: `run/event.c`") == "events-runeventc"
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "b.md"), "w", encoding="utf-8") as file:
            file.write("# Top\n\n```\n# no heading\n```\n")
        assert links.broken(folder, "a.md", "[b](b.md) [t](b.md#top) [w](https://x.org)\n```\n[c](c.md)\n```\n") == []
        assert len(links.broken(folder, "a.md", "[c](c.md) [n](b.md#no-heading)")) == 2


def check_headers():
    """No public function is lost on the way from a header to its page, and nothing private gets there."""
    for path in glob.glob(os.path.join(ROOT, "include", "*.h")):
        with open(path, encoding="utf-8") as file:
            text = file.read()
        page = headers.page(os.path.basename(path), text)
        declared = re.findall(r"(?m)^(?:SALTUS_API|SALTUS_INLINE|static inline)\b[^(;=]*?(\w+)\(", text)
        for name in declared:
            private = name.endswith("_") or re.search(r"_(jj|jd|dj|dd)$", name)
            found = re.search(rf"\b{name}\(", page) is not None
            assert found != bool(private), f"{path}: {name} is {'not ' if not found else ''}on its page"
        assert page.count("```") % 2 == 0


def main():
    build = os.path.realpath(sys.argv[1])
    check_helpers()
    check_headers()
    failed = 0
    for wanted, cases in ((0, RIGHT), (1, FALSE)):
        for name, text in cases.items():
            with tempfile.TemporaryDirectory() as folder:
                status, output = run(build, os.path.realpath(folder), text)
            if status != wanted or "Traceback" in output:
                failed += 1
                print(f"FAILED {name}: exit status {status}, not {wanted}\n{output}")
    print(f"runner: {len(RIGHT)} pages accepted, {len(FALSE)} refused; {failed} wrong")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
