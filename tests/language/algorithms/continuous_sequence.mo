//! tol 1e-6 1e-9
//! 1: y = 6 +- 1e-5
model continuous_sequence
  Real x(start = 1, fixed = true);
  Real y, z;
equation
  der(x) = 1;
algorithm
  z := x + 1;
  y := z;
  y := 2*y;
end continuous_sequence;
