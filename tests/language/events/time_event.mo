//! 1: x = 0
//! 3: x = 1 +- 1e-9
model time_event
  Real x(start = 0, fixed = true);
equation
  der(x) = if time >= 2 then 1 else 0;
end time_event;
