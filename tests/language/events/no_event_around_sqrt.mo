//! tol 1e-5 1e-8
//! 0.5: h = 0.5625 +- 1e-3
//! 1: h = 0.25 +- 1e-3
//! 3: h = 0 +- 1e-2
model no_event_around_sqrt
  "the draining tank: sqrt(h) = 1 - t/2"
  Real h(start = 1, fixed = true);
equation
  der(h) = -noEvent(if h > 0 then sqrt(h) else 0);
end no_event_around_sqrt;
