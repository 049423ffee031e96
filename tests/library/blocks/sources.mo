//! 0.25: level.y = 3 +- 1e-12
//! 0.25: step.y = 1 +- 1e-12
//! 0.75: step.y = 5 +- 1e-12
//! 0.25: ramp.y = 2 +- 1e-12
//! 1: ramp.y = 4 +- 1e-9
//! 2: ramp.y = 6 +- 1e-12
//! 0.25: sine.y = 4 +- 1e-9
//! 0.05: pulse.y = 7 +- 1e-12
//! 0.15: pulse.y = 2 +- 1e-12
//! 0.25: triangle.y = 0 +- 1e-9
//! 0.5: triangle.y = 2 +- 1e-9
//! 0.9: triangle.y = -1.2 +- 1e-9
//! 0.5: table.y = 5 +- 1e-9
//! 1.5: table.y = 7.5 +- 1e-9
//! 0.5: truth.y = false
//! 0.7: late.y = true
//! 0.5: late.y = false
//! 2: x = 20.5 +- 1e-6
model sources
  import Saltus.Blocks.*;
  Constant level(k = 3);
  Step step(height = 4, offset = 1, startTime = 0.5);
  Ramp ramp(height = 4, offset = 2, startTime = 0.5);
  Sine sine(amplitude = 3, offset = 1);
  Pulse pulse(amplitude = 5, offset = 2, period = 0.2, width = 0.3);
  Triangle triangle(low = -2, high = 2);
  TimeTable table(table = [0, 0; 1, 10; 2, 5]);
  BooleanConstant truth(k = false);
  BooleanStep late(startTime = 0.6);
  Real x(start = 0, fixed = true);
equation
  der(x) = ramp.y + table.y + triangle.y - (pulse.y - 3.5);
  annotation(experiment(StopTime = 2));
end sources;
