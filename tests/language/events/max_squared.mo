//! tol 1e-6 1e-9
//! 2: y = 0.333333333 +- 1e-5
model max_squared
  Real x(start = -1, fixed = true);
  Real y(start = 0, fixed = true);
equation
  der(x) = 1;
  der(y) = max(x, 0)^2;
end max_squared;
