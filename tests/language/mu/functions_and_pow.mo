//! 0: a = 8
//! 0: b = 3
//! 0: s = 5
model functions_and_pow
  import math;
  function two
    input Real c;
    output Real a;
    output Real b;
  algorithm
    a := c + 1;
    b := c + 2;
  end two;
  Real x;
  Real a = pow(2, 3), b = fabs(-3);
  discrete Real p, q, s;
initial algorithm
  (p, q) := two(1);
  s := p + q;
equation
  der(x) = 0;
  annotation(experiment(StopTime = 1, MMO_Solver = QSS2));
end functions_and_pow;
