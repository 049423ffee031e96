// The gain feeds itself, with 1: u = u + step.
model Loop
  import Saltus.Blocks.*;
  Add sum(k1 = 1, k2 = 1);
  Gain gain(k = 1);
  Step step(height = 1, startTime = 0.5);
  Integrator integrator(k = 1);
equation
  connect(step.y, sum.u1);
  connect(sum.y, gain.u);
  connect(gain.y, sum.u2);
  connect(gain.y, integrator.u);
  annotation(experiment(StopTime = 1));
end Loop;
