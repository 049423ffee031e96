//! 1: x = 0
//! 3: x = 1 +- 1e-9
model time_event_affine
  parameter Real delay_ = 1;
  Real x(start = 0, fixed = true);
equation
  der(x) = if 2*time - delay_ > 3 then 1 else 0;
end time_event_affine;
