//! tol 1e-5 1e-7
//! 1.2: y = 0.7 +- 1e-3
//! 1.7: y = 0.2 +- 1e-3
model delay_of_state_with_reset
  "a sawtooth, half a period late"
  Real x(start = 0, fixed = true);
  Real y = delay(x, 0.5);
equation
  der(x) = 1;
  when x > 1 then
    reinit(x, 0);
  end when;
end delay_of_state_with_reset;
