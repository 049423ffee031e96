// A resistor that switches with its own current.
//! tol 1e-6 1e-9
//! 0.5: i = -0.25 +- 1e-5
//! 2: i = 0.5 +- 1e-5
model mode_dependent
  Real v(start = -1, fixed = true);
  Real i, R;
equation
  der(v) = 1;
  v = R*i;
  R = if i > 0 then 2 else 2 + 0*i;
end mode_dependent;
