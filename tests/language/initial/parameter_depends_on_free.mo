//! 0: pp = 3 +- 1e-9
//! 0: y = 7 +- 1e-9
//! 0: w = 12 +- 1e-9
model parameter_depends_on_free
  parameter Real p(fixed = false, start = 1);
  parameter Real q = 2*p;
  parameter Real v[2] = {q, 2*q};
  Real y = q + 1, pp = p, w = v[2];
initial equation
  p^2 = 9;
end parameter_depends_on_free;
