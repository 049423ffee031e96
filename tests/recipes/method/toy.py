# SPDX-License-Identifier: MIT
"""A method: QSS1 with half of the quantum, as the method of a run, of a model, of a variable and of a block."""
RECIPE = "Add a method"

MODEL = """model Decay
  Real x(start = 1) annotation(__Saltus_method = "halfqss");
equation
  der(x) = -x;
  annotation(__Saltus_method = "halfqss", experiment(StopTime = 1));
end Decay;
"""
DIAGRAM = """{"saltus": 1, "blocks": {
  "x": {"block": "integrator", "start": 1, "method": "halfqss"}, "g": {"block": "gain", "k": -1}},
  "wires": ["x -> g", "g -> x"], "experiment": {"stop": 1, "interval": 1}}"""


def apply(tree):
    tree.add("src/quant/halfqss.c", source="halfqss.c")
    tree.insert("src/base/method_names.h", '    X(halfqss, "halfqss") \\\n', after='X(qss4, "qss4")')


def check(saltus):
    assert "halfqss" in saltus("methods")
    assert "QSS1 with half of the quantum" in saltus("methods", "halfqss")
    saltus("run", "buck", "--method", "halfqss", "--stop", "1e-5", "-q", "--no-plot")
    saltus.write("decay.mo", MODEL)
    saltus("run", "decay.mo", "-q", "--no-plot")
    saltus.write("decay.json", DIAGRAM)
    saltus("run", "decay.json", "-q", "--no-plot")
    assert "halfqss" in saltus("blocks", "integrator")
