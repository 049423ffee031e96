//! -1.4: n = 1
//! -0.4: n = 3
//! 0.1: n = 4
model sample_before_zero
  Integer n(start = 0, fixed = true);
equation
  when sample(-1.5, 0.5) then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StartTime = -2, StopTime = 3));
end sample_before_zero;
