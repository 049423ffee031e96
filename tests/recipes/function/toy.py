# SPDX-License-Identifier: MIT
"""The cube root as an elementary function."""
RECIPE = "Add an elementary function"

ROW = """    X(CBRT, cbrt, cbrt, 1, REAL, ROOT(3), RISING, SELF, 0, HUGE_VAL, "not be 0", \\
      O##_NUM(1), O##_NUM(0), O##_MUL(O##_NUM(3), O##_SQR(O##_R)), \\
      "cube root", "y = u^(1/3). At u = 0 the slope of y is infinite.") \\
"""
# x = 1 + t; u is the integral of its cube root, v has the derivative of the cube root.
MODEL = """model roots
  parameter Real p = cbrt(27);
  Real x(start = 1), u, v(start = 1);
equation
  der(x) = 1;
  der(u) = cbrt(x);
  der(v) = der(cbrt(x));
end roots;
"""


def apply(tree):
    tree.insert("include/saltus_elementary.h", ROW, before="X(SIN, sin, sin,")


def check(saltus):
    saltus.write("roots.mo", MODEL)
    options = ("-q", "--no-plot", "--tol", "1e-8", "--stop", "7", "-o", "-")
    native = saltus("run", "roots.mo", *options)
    assert native == saltus("run", "roots.mo", "--interpret", *options)
    names, last = native.split()[0].split(","), native.split()[-1].split(",")
    end = dict(zip(names, map(float, last)))
    assert abs(end["u"] - 0.75 * (8 ** (4 / 3) - 1)) < 1e-5 and abs(end["v"] - 2) < 1e-5, end
    assert "p = 3" in saltus("dump", "roots.mo")
    code = saltus("dump", "roots.mo", "--stage=c")
    assert "MATH double cbrt(double);" in code
    assert "Cube root of its input" in saltus("blocks", "cbrt")
