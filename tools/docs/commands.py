# SPDX-License-Identifier: MIT
"""commands.py - the reference of the commands, from `saltus help` and `saltus help COMMAND`."""
import os
import re
import subprocess

OPENING = """<!-- generated from saltus help by tools/docs/generate.py -->
# Commands

What `saltus help` prints. `saltus COMMAND --help` prints a part of it, `saltus man COMMAND` a manual page;
`saltus completion` lets the Tab key complete commands, options, methods and models. [The tutorial](tutorial.md) shows the most
important ones at work.
"""


def help_of(program, *words):
    environment = dict(os.environ, COLUMNS="100", NO_COLOR="1", LC_ALL="C.UTF-8")
    done = subprocess.run([program, "help", *words], stdout=subprocess.PIPE, env=environment, check=True)
    return done.stdout.decode("utf-8").strip("\n")


def names(overview):
    """The commands that the overview lists, in its order: the first words of the indented lines that stand for one."""
    found = []
    for line in overview.split("\n"):
        word = re.match(r"^  ([a-z]+)  +\S", line)
        if word and word[1] not in found:
            found.append(word[1])
    return found


def page(program):
    overview = help_of(program)
    out = [OPENING, "```text", overview, "```", ""]
    for name in names(overview):
        out += [f"## {name}", "", "```text", help_of(program, name), "```", ""]
    return "\n".join(out)
