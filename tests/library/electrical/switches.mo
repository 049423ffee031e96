//! 0.1: r1.v = 10 +- 1e-3
//! 0.6: r1.v = 0 +- 2e-3
//! 0.1: r2.v = 10 +- 1e-9
//! 0.6: r2.v = 0 +- 1e-9
//! 1: c.v = 5 +- 1e-6
model switches "On for half of a second, with resistances and without"
  import Saltus.Electrical.*;
  ConstantVoltage v(V = 10);
  Saltus.Blocks.BooleanPulse gate(period = 1);
  Switch s1;
  Resistor r1(R = 10);
  IdealSwitch s2(Ron = 0, Goff = 0);
  Resistor r2(R = 10);
  SignalCurrent copy;
  Capacitor c(C = 0.1);
  CurrentSensor a;
  Ground g, g2;
equation
  connect(gate.y, s1.control);
  connect(gate.y, s2.control);
  connect(v.p, s1.p);
  connect(s1.n, r1.p);
  connect(r1.n, v.n);
  connect(v.p, s2.p);
  connect(s2.n, a.p);
  connect(a.n, r2.p);
  connect(r2.n, v.n);
  connect(v.n, g.p);
  connect(a.i, copy.i);
  connect(copy.n, c.p);
  connect(copy.p, c.n);
  connect(c.n, g2.p);
  annotation(experiment(StopTime = 1));
end switches;
