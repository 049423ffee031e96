//! tol 1e-5 1e-7
//! 0.5: on = true
//! 1.5: on = false
//! 2.4: on = false
//! 2.6: on = true
model hysteresis_as_equation
  "rises with 1 to 1 at t = 1, falls with -1 to -0.5 at t = 2.5"
  Real x(start = 0, fixed = true);
  Boolean on(start = true, fixed = true);
equation
  der(x) = if on then 1 else -1;
  on = x < -0.5 or pre(on) and x < 1;
end hysteresis_as_equation;
