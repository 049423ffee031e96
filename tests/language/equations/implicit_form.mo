//! tol 1e-6 1e-9
//! 1: x = 1.5 +- 1e-6
model implicit_form
  parameter Real C = 2;
  Real x(start = 1, fixed = true);
  Real i;
equation
  C*der(x) - i = 0;
  i - 1 = 0;
end implicit_form;
