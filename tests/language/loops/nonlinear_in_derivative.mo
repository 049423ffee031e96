// x' = -y with y + exp(y) = x + 1: near 0, y is about x/2.
//! method qss2
//! tol 1e-6 1e-9
//! 0: y = 0 +- 1e-9
//! 0: x = 0
model nonlinear_in_derivative
  Real x(start = 0, fixed = true), y(start = 0);
equation
  der(x) = -y;
  y + exp(y) = x + 1;
end nonlinear_in_derivative;
