//! tol 1e-7 1e-9
//! 2: a.w = 4 +- 1e-6
//! 2: b.w = 2 +- 1e-6
//! 2: b.phi = 2 +- 1e-5
//! 2: x.w = 1 +- 1e-6
model gear "2 : 1 between 1 and 4 kg.m2, 4 N.m in: 4/(1 + 4/4) rad/s2; two inertias on one shaft"
  import Saltus.Rotational.*;
  ConstantTorque t(tau0 = 4), t2(tau0 = 1.5);
  Inertia a(J = 1), b(J = 4);
  IdealGear gear(ratio = 2);
  Inertia x(J = 1), y(J = 2);
equation
  connect(t.flange, a.flange_a);
  connect(a.flange_b, gear.flange_a);
  connect(gear.flange_b, b.flange_a);
  connect(t2.flange, x.flange_a);
  connect(x.flange_b, y.flange_a);
  annotation(experiment(StopTime = 2));
end gear;
