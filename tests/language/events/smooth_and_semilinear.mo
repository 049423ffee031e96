//! tol 1e-6 1e-8
//! 0.5: y = -1 +- 1e-5
//! 1.5: y = 1.5 +- 1e-5
model smooth_and_semilinear
  Real x(start = -1, fixed = true);
  Real y = semiLinear(x, 3, 2);
equation
  der(x) = 1;
end smooth_and_semilinear;
