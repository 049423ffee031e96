//! 0: p = 4 +- 1e-9
//! 0: x = 9 +- 1e-9
//! 1: x = 13 +- 1e-3
model parameter_found_backwards
  parameter Real p(fixed = false, start = 1);
  parameter Real q = 2*p + 1;
  Real x;
initial equation
  x = q;
  der(x) = 4;
equation
  der(x) = p;
end parameter_found_backwards;
