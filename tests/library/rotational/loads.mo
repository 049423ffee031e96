//! method qss3
//! tol 1e-7 1e-9
//! 1: a.w = 3.6787944117144233 +- 1e-3
//! 1: b.w = 5 +- 1e-3
//! 2: b.w = 3.3333333333333335 +- 1e-3
//! 0.5: c.w = 10 +- 1e-6
//! 2: c.w = 7 +- 1e-6
model loads "Linear: 10 exp(-t); quadratic: 10/(1 + t); constant from 0.5 s on"
  import Saltus.Rotational.*;
  Inertia a(w(start = 10)), b(w(start = 10)), c(w(start = 10));
  LinearSpeedTorque linear(tau_nominal = -10, w_nominal = 10);
  QuadraticSpeedTorque quadratic(tau_nominal = -10, w_nominal = 10);
  LoadTorque step(load = 2, startTime = 0.5);
equation
  connect(a.flange_b, linear.flange);
  connect(b.flange_b, quadratic.flange);
  connect(c.flange_b, step.flange);
  annotation(experiment(StopTime = 2));
end loads;
