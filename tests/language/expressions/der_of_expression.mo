//! tol 1e-6 1e-8
//! 1: v = 2 +- 1e-3
//! 1: w = 4 +- 1e-2
model der_of_expression
  Real x(start = 0, fixed = true);
  Real v, w;
equation
  der(x) = 1;
  v = der(x^2);
  w = der(x^2*(1 + x) - x);
end der_of_expression;
