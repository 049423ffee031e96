//! 1: y = 4 +- 1e-9
model declaration_equation
  Real x(start = 1, fixed = true);
  Real y = 2*x;
equation
  der(x) = 1;
end declaration_equation;
