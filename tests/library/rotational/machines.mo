//! method liqss2
//! tol 1e-5 1e-7
//! 0.02: m.w = 37.3183513 +- 2e-2
//! 0.02: m.i = 17.2534767 +- 2e-2
//! 0.02: j.w = 37.3183513 +- 2e-2
//! 0.02: l.i = 17.2534767 +- 2e-2
//! 0.02: signals.w = 37.3183513 +- 2e-2
//! 0.02: signals.i = 17.2534767 +- 2e-2
//! 0.4: m.w = 115.011389 +- 2e-2
//! 0.4: m.i = 0.992611744 +- 2e-2
//! 0.4: j.w = 115.011389 +- 2e-2
//! 0.4: l.i = 0.992611744 +- 2e-2
//! 0.4: signals.w = 115.011389 +- 2e-2
//! 0.4: signals.i = 0.992611744 +- 2e-2
model machines "12 V on a DC machine: one part, several parts, a block; then a load of 0.1 N.m"
  import Saltus.Electrical.*;
  import Saltus.Rotational.*;
  ConstantVoltage v(V = 12);
  DCMachine m(R = 0.5, L = 1e-3, Km = 0.1, J = 1e-3, b = 1e-4);
  LoadTorque load(load = 0.1, startTime = 0.3);
  Resistor r(R = 0.5);
  Inductor l(L = 1e-3);
  EMF e(k = 0.1);
  Inertia j(J = 1e-3);
  LinearSpeedTorque bearing(tau_nominal = -1e-2, w_nominal = 100);
  LoadTorque load2(load = 0.1, startTime = 0.3);
  DCMotor signals(R = 0.5, L = 1e-3, Km = 0.1, J = 1e-3, b = 1e-4);
  Saltus.Blocks.Constant u(k = 12);
  Saltus.Blocks.Step load3(height = 0.1, startTime = 0.3);
  Ground g;
equation
  connect(v.p, m.p);
  connect(m.n, v.n);
  connect(m.flange, load.flange);
  connect(v.p, r.p);
  connect(r.n, l.p);
  connect(l.n, e.p);
  connect(e.n, v.n);
  connect(e.flange, j.flange_a);
  connect(j.flange_b, bearing.flange);
  connect(j.flange_b, load2.flange);
  connect(u.y, signals.v);
  connect(load3.y, signals.load);
  connect(v.n, g.p);
  annotation(experiment(StopTime = 0.6));
end machines;
