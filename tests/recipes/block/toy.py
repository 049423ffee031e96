# SPDX-License-Identifier: MIT
"""A block y = u^3."""
RECIPE = "Add a block"

DIAGRAM = """{"saltus": 1, "blocks": {
  "x": {"block": "integrator", "start": 0}, "two": {"block": "constant", "value": 2},
  "y": {"block": "cube"}},
  "wires": ["two -> x", "x -> y"], "experiment": {"stop": 1, "interval": 1}}"""


def apply(tree):
    tree.add("src/blocks/static/cube.c", source="cube.c")
    tree.insert("src/blocks/list.c", "    X(struct function, block_cube) \\\n",
                after="X(struct function, block_sigmoid)")


def check(saltus):
    assert "Cube of its input" in saltus("blocks", "cube")
    assert "cube " in saltus("blocks")
    saltus.write("cube.json", DIAGRAM)
    rows = saltus("run", "cube.json", "-q", "--no-plot", "--vars", "y.*", "-o", "-").split()
    assert rows[0] == "time,y.y" and abs(float(rows[-1].split(",")[1]) - 8) < 1e-9, rows
