//! method liqss2
//! tol 1e-6 1e-8
//! 0.5e-3: l.i = 0 +- 2e-3
//! 2e-3: l.i = 3.934693402873666 +- 2e-3
//! 3e-3: l.i = 6.321205588285577 +- 2e-3
//! 5e-3: d.i = 2.325441579348488 +- 2e-3
//! 5e-3: s.i = 0 +- 2e-3
model rl_switched "Closed from 1 to 3 ms: 10 V on 2 mH and 1 Ohm; then the diode takes the current"
  import Saltus.Electrical.*;
  ConstantVoltage source(V = 10);
  TimedSwitch s(tClose = 1e-3, tOpen = 3e-3);
  Inductor l(L = 2e-3);
  Resistor r(R = 1);
  IdealDiode d;
  Ground ground;
equation
  connect(source.p, s.p);
  connect(s.n, l.p);
  connect(l.n, r.p);
  connect(r.n, source.n);
  connect(d.p, source.n);
  connect(d.n, l.p);
  connect(source.n, ground.p);
  annotation(experiment(StopTime = 6e-3));
end rl_switched;
