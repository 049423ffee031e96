//! tol 1e-6 1e-9
//! 2: y = 1 +- 1e-5
model abs_makes_events
  Real x(start = -1, fixed = true);
  Real y(start = 0, fixed = true);
equation
  der(x) = 1;
  der(y) = abs(x);
end abs_makes_events;
