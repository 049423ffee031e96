//! 0.5: y = 0
//! 1.5: y = 0
//! 2.4: y = 0
//! 2.6: y = 1
//! 4.4: y = 1
//! 4.6: y = 0
//! 6: x = 2 +- 1e-3
model delay_of_event_signal
  "a pulse from 1 to 3, 1.5 later"
  Real u = if time > 1 and time < 3 then 1 else 0;
  Real y = delay(u, 1.5);
  Real x(start = 0, fixed = true);
equation
  der(x) = y;
end delay_of_event_signal;
