//! tol 1e-6 1e-9
//! 2: y = 1 +- 1e-3
model no_event
  Real x(start = -1, fixed = true);
  Real y(start = 0, fixed = true);
equation
  der(x) = 1;
  der(y) = noEvent(if x > 0 then x else -x);
end no_event;
