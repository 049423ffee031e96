//! tol 1e-7 1e-9
//! 2: j.w = 5 +- 1e-6
//! 2: j.phi = 6 +- 1e-5
//! 2: s.w = 5 +- 1e-6
//! 2: a.phi = 6 +- 1e-5
//! 2: m.tau = 4 +- 1e-6
//! 2: k.w = 3 +- 1e-6
model inertia "4 N.m on 2 kg.m2 from 1 rad/s; a torque from a signal; sensors"
  import Saltus.Rotational.*;
  ConstantTorque t(tau0 = 4);
  TorqueSensor m;
  Inertia j(J = 2, w(start = 1));
  SpeedSensor s;
  AngleSensor a;
  Saltus.Blocks.Ramp ramp(height = 6, duration = 2);
  TorqueSource source;
  Inertia k(J = 2);
equation
  connect(t.flange, m.flange_a);
  connect(m.flange_b, j.flange_a);
  connect(j.flange_b, s.flange);
  connect(j.flange_b, a.flange);
  connect(ramp.y, source.tau);
  connect(source.flange, k.flange_a);
  annotation(experiment(StopTime = 2));
end inertia;
