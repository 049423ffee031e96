//! tol 1e-6 1e-9
//! 1: a = 1 +- 1e-4
//! 1: b = 2 +- 1e-4
model nonlinear_two
  Real x(start = 0, fixed = true);
  Real a(start = 1.2), b(start = 1.7);
equation
  der(x) = 1;
  a^2 + b^2 = 5*x + 5*(1 - x);
  a*b = 2;
end nonlinear_two;
