# SPDX-License-Identifier: MIT
"""A subcommand that greets."""
RECIPE = "Add a subcommand"

SOURCE = """/* SPDX-License-Identifier: MIT */
/* greet.c - `saltus greet`. */
#include "cli/core/cli.h"

int cmd_greet(const struct cli *c)
{
    printf("hello, %s\\n", cli_operand(c, 0));
    return EXIT_FINE;
}
"""
ROW = """    COMMAND(greet, options_none, OPERANDS("NAME", 1, 1, VALUE_TEXT, NULL),
            .summary = "say hello", .text = "", .examples = "saltus greet you\\tsays hello\\n"),
"""


def apply(tree):
    tree.add("src/cli/show/greet.c", text=SOURCE)
    tree.insert("src/cli/core/cli.h", "int cmd_greet(const struct cli *c);\n", after="int cmd_man(const struct cli *c);")
    tree.insert("src/cli/core/commands.c", ROW, before='    COMMAND(man,')


def check(saltus):
    assert saltus("greet", "you") == "hello, you\n"
    assert "say hello" in saltus("help") and "Usage: saltus greet NAME" in saltus("greet", "--help")
    assert "greet" in saltus("__complete", "gr")
