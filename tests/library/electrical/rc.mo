//! method qss3
//! tol 1e-6 1e-8
//! 1e-3: c.v = 6.321205588285577 +- 1e-4
//! 3e-3: r.i = 4.978706836786394e-4 +- 1e-8
model rc "10 (1 - exp(-t/RC))"
  import Saltus.Electrical.*;
  ConstantVoltage source(V = 10);
  Resistor r(R = 1e3);
  Capacitor c(C = 1e-6);
  Ground ground;
equation
  connect(source.p, r.p);
  connect(r.n, c.p);
  connect(c.n, source.n);
  connect(source.n, ground.p);
  annotation(experiment(StopTime = 5e-3));
end rc;
