//! 1: x[1] = 2 +- 1e-9
//! 1: x[3] = 6 +- 1e-9
model array_equation
  Real x[3](start = {1, 2, 3}, each fixed = true);
  parameter Real k[3] = {1, 2, 3};
equation
  der(x) = k;
end array_equation;
