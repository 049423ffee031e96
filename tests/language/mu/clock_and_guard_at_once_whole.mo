//! method radau5
//! 5: pulses = 3
//! 6: resumed = 1
//! 6: pulses = 4
//! 9: pulses = 7
//! 9: next = 9.5
//! 9: resumed = 1
//! 9: y = 10 +- 1e-6
model clock_and_guard_at_once_whole
  "a clock restarts pulses; the first of them is due at the same instant, and its handler looks at the clock, too"
  import math;
  Real y;
  discrete Real on(start = 1), next(start = 1), pulses(start = 0), resume(start = 1e9), resumed(start = 0);
equation
  der(y) = 1;
algorithm
  when time*on > next then
    pulses := pulses + 1;
    next := next + 1;
    if pulses > 2.5 and pulses < 3.5 then
      on := 0;
      resume := 5.5;
    end if;
  end when;
  when time > resume then
    on := 1;
    next := time;
    resumed := resumed + 1;
    reinit(y, y + 1);
  end when;
  annotation(experiment(StopTime = 9));
end clock_and_guard_at_once_whole;
