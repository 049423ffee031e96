# SPDX-License-Identifier: MIT
"""An option that refuses models with too many states."""
RECIPE = "Add an option"

ROW = """    KNOB(most_states, 0, SALTUS_OPTION_COUNT, "N", .otherwise = "no limit",
         .text = "Refuse models with more states."),
"""
USE = """    if (s->knobs.most_states > 0 && s->net.n > s->knobs.most_states)
        sim_refuse(s, SALTUS_EARG, "most_states", "the model has more states", NULL);
"""


def apply(tree):
    tree.insert("src/run/options.c", ROW, before='    KNOB(gamma,')
    tree.replace("src/run/options.h", "struct knobs {\n", "struct knobs {\n    double most_states;\n")
    tree.insert("src/run/load.c", USE, after="s->n_signals = s->net.n_sums + s->n_delays;")


def check(saltus):
    assert "--most-states N" in saltus("run", "--help") and "--most-states N" in saltus("sweep", "--help")
    assert "most\\-states" in saltus("man", "run")
    saltus("run", "lotka", "--most-states", "2", "-q", "--no-plot", "-o", "n.seg")
    assert b"most_states" in (saltus.folder / "n.seg").read_bytes()
    saltus("run", "lotka", "--most-states", "1", "-q", "--no-plot", status=2)
    saltus("run", "lotka", "--most-states", "few", status=2)
