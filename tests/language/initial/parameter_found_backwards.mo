//! tol 1e-6 1e-9
//! 0: pp = 4 +- 1e-9
//! 0: x = 9 +- 1e-9
//! 1: x = 13 +- 1e-3
model parameter_found_backwards
  parameter Real p(fixed = false, start = 1);
  parameter Real q = 2*p + 1;
  Real x, pp = p;
initial equation
  x = q;
  der(x) = 4;
equation
  der(x) = p;
end parameter_found_backwards;
