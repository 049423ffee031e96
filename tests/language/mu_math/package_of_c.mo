//! 1: x = 2 +- 1e-3
//! 1: h = 1 +- 1e-3
//! 1: w = 1
//! 0: inside = true
model package_of_c
  "a package math beside the model: its functions in C are those that Saltus has"
  import math;
  Real x(start = -1), y(start = rand(2)), h = half(fabs(x)), w = math.half(2*math.sign(x + 5));
  parameter Real p = 7 + math.rand(3);
  Boolean inside = y >= 0 and y < 2 and p >= 7 and p < 10;
equation
  der(x) = 3*math.cos(0);
  der(y) = 0;
  annotation(experiment(StopTime = 1, MMO_Solver = QSS2));
end package_of_c;
