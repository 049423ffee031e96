// y + y^3 = x
//! tol 1e-6 1e-9
//! 2: y = 1 +- 1e-4
//! 10: y = 2 +- 1e-4
model nonlinear_scalar
  Real x(start = 0, fixed = true), y(start = 0);
equation
  der(x) = 1;
  y + y^3 = x;
end nonlinear_scalar;
