//! method qss3
//! tol 1e-6 1e-8
//! 2: a.T = 310 +- 1e-4
//! 2: b.T = 310 +- 1e-4
model heat "Two bodies in perfect contact"
  import Saltus.Thermal.*;
  HeatCapacitor a(C = 1, T(start = 300)), b(C = 3, T(start = 300));
  FixedHeatFlow q(Q_flow = 20);
equation
  connect(a.port, b.port);
  connect(a.port, q.port);
  annotation(experiment(StopTime = 2));
end heat;
