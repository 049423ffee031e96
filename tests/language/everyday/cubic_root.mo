//! 1: y = 2 +- 1e-06
model cubic_root
  Real y(start = 1), x(start = 8, fixed = true);
equation
  y^3 = x;
  der(x) = 0;
end cubic_root;
