// a lag that changes and jumps, as `delay` of these tools has it; values from dopri5 at 1e-10
//! tol 1e-6 1e-8
//! 0.25: x = -0.108984899 +- 1e-4
//! 0.5: x = -0.053787002 +- 1e-4
//! 1: x = 0.143328574 +- 1e-4
//! 1: y = 0.117158730 +- 1e-4
//! 1: tau = 0.272798944 +- 1e-6
model lag_changes
  import math;
  Real x(start = 1), y, tau;
  discrete Real d(start = 0.1);
equation
  tau = 0.1 + 0.05*sin(10*time) + d - 0.1;
  y = delay(x, tau, 1.0);
  der(x) = -5*y;
algorithm
  when time > 0.5 then
    d := 0.3;
  end when;
  annotation(experiment(StartTime = 0, StopTime = 1, Tolerance = {1e-3}, AbsTolerance = {1e-3}));
end lag_changes;
