//! 0.5: c = 1
//! 1.5: c = 2
//! 1.5: m = 0.5 +- 1e-9
//! 2.25: d = -2
//! 2.25: r = 0.25 +- 1e-9
model ceil_of_time "what falls with time leaves an edge at the very start"
  Real c = ceil(time), m = mod(-time, 1), d = div(-time, 1), r = rem(time - 1, 1);
  annotation(experiment(StopTime = 3));
end ceil_of_time;
