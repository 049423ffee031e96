//! tol 1e-6 1e-9
//! 2: y = 0.333333333 +- 1e-3
model smooth_
  Real x(start = -1, fixed = true);
  Real y(start = 0, fixed = true);
equation
  der(x) = 1;
  der(y) = smooth(1, if x > 0 then x^2 else 0);
end smooth_;
