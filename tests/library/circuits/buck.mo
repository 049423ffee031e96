//! method liqss2
//! tol 1e-4 1e-6
//! 0.002: difference = 0 +- 2e-2
//! 0.01: difference = 0 +- 2e-2
//! 0.01: current = 0 +- 2e-2
model buck "A converter from parts, beside its equations as in models/buck"
  import Saltus.Electrical.*;
  ConstantVoltage source(V = 24);
  Saltus.Blocks.BooleanPulse gate(period = 1e-4);
  Switch s(Ron = 1e-6, Roff = 1e6);
  Diode d(Ron = 1e-6, Roff = 1e6);
  Inductor l(L = 1e-4);
  Capacitor c(C = 1e-4);
  Resistor load(R = 10);
  Ground g;
  Real VC(start = 0, fixed = true), IL(start = 0, fixed = true);
  Real VD, iS, iD, RD, RS;
  Real difference = c.v - VC, current = l.i - IL;
equation
  connect(gate.y, s.control);
  connect(source.p, s.p);
  connect(s.n, l.p);
  connect(d.n, l.p);
  connect(l.n, c.p);
  connect(c.p, load.p);
  connect(source.n, g.p);
  connect(d.p, g.p);
  connect(c.n, g.p);
  connect(load.n, g.p);
  1e-4*der(VC) = IL - VC/10;
  1e-4*der(IL) = VD - VC;
  iS + iD = IL;
  24 - VD = RS*iS;
  VD = -RD*iD;
  RS = if gate.y then 1e-6 else 1e6;
  RD = if VD > 0 then 1e6 else 1e-6;
  annotation(experiment(StopTime = 0.01));
end buck;
