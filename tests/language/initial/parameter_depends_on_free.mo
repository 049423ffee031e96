//! 0: p = 3 +- 1e-9
//! 0: q = 6 +- 1e-9
//! 0: y = 7 +- 1e-9
//! 0: v[2] = 12 +- 1e-9
model parameter_depends_on_free
  parameter Real p(fixed = false);
  parameter Real q = 2*p;
  parameter Real v[2] = {q, 2*q};
  Real y = q + 1;
initial equation
  p^2 = 9;
  annotation(Documentation);
end parameter_depends_on_free;
