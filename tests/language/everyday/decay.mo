//! 1: x = 0.1353352832366127 +- 0.002
model decay
  Real x(start = 1, fixed = true);
  parameter Real k = 2;
equation
  der(x) = -k*x;
end decay;
