//! 1.2: m = 0
//! 1.4: m = 1
//! 2.2: m = 1
//! 2.4: m = 2
//! 4.2: m = 2
//! 4.4: m = -3
//! 1.2: above = false
//! 1.4: above = true
//! 4.4: above = false
//! 5: n = 3
model floor_of_a_delay
  "what is delayed jumps, by exactly one step of the floor and by several"
  Real x(start = 0.5, fixed = true);
  Integer m = integer(delay(x, 0.3)), n(start = 0, fixed = true);
  Boolean above = delay(x, 0.3) >= 1.5;
equation
  der(x) = 0;
  when {time > 1, time > 2} then
    reinit(x, pre(x) + 1);
  end when;
  when time > 4 then
    reinit(x, pre(x) - 5);
  end when;
  when change(m) then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 5));
end floor_of_a_delay;
