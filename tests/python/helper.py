# SPDX-License-Identifier: MIT
"""What the tests of the package share."""
import os
import sys
import unittest
import warnings

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "python"))

DECAY = """model decay "exponential decay"
  parameter Real a = 1;
  Real x(start = 1, fixed = true, unit = "V");
equation
  der(x) = -a*x;
  annotation(experiment(StopTime = 2));
end decay;
"""

BALL = """model ball
  parameter Real g = 9.81;
  parameter Integer most = 2;
  Real h(start = 1, fixed = true), v(start = 0, fixed = true);
  discrete Integer bounces(start = 0);
  Boolean up = v > 0;
equation
  der(h) = v;
  der(v) = -g;
  when h < 0 then
    reinit(h, 0);
    reinit(v, -0.8*pre(v));
    bounces = pre(bounces) + 1;
  end when;
  when bounces >= most then
    terminate("enough");
  end when;
  annotation(experiment(StopTime = 10), __Saltus_method = "qss3");
end ball;
"""

CELLS = """model cells
  parameter Integer N = 3;
  parameter Real k[N] = {1, 2, 3};
  parameter Real w[2, 2] = {{1, 2}, {3, 4}};
  Real x[N](each start = 1, each fixed = true);
equation
  for i in 1:N loop
    der(x[i]) = -k[i]*x[i];
  end for;
  annotation(experiment(StopTime = 1));
end cells;
"""


class Case(unittest.TestCase):
    """A test in which every warning is an error, unless it is expected."""

    def run(self, result=None):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            warnings.filterwarnings("ignore", category=DeprecationWarning)
            warnings.filterwarnings("ignore", category=ResourceWarning)
            return super().run(result)

    def close(self, a, b, tolerance):
        import numpy as np
        worst = float(np.max(np.abs(np.asarray(a) - np.asarray(b))))
        self.assertLessEqual(worst, tolerance)

    def refused(self, kind, pattern, function, *args, **kwargs):
        """It raises this, with a text like that; returns the exception."""
        with self.assertRaisesRegex(kind, pattern) as caught:
            function(*args, **kwargs)
        return caught.exception
