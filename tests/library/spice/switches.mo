//! tol 1e-6 1e-9
//! 0.55: load.v = 0 +- 1e-9
//! 0.65: load.v = 10 +- 1e-6
//! 1.55: load.v = 10 +- 1e-6
//! 1.65: load.v = 0 +- 1e-9
//! 0.45: load2.v = 0 +- 1e-9
//! 0.55: load2.v = 10 +- 1e-6
//! 1: coil1.i = 1.3333333333333333 +- 1e-6
//! 1: coil2.i = -0.6666666666666667 +- 1e-6
//! 0.25: end_.v = 0 +- 1e-9
//! 0.35: end_.v = 1.5 +- 1e-5
//! 0.55: end_.v = 1.5 +- 1e-5
//! 0.8: end_.v = 1.5 +- 1e-5
model switches "Closes above 0.6, opens below 0.4; coupled windings; a line with matched source"
  import Saltus.Electrical.*;
  Saltus.Spice.StraightVoltage control(table = [0, 0; 1, 1; 2, 0]);
  Saltus.Spice.Switch s(VT = 0.5, VH = 0.1, RON = 1e-9, ROFF = 1e15);
  Saltus.Spice.CurrentSwitch w(IT = 0.5, RON = 1e-9, ROFF = 1e15, ic = sense.i);
  parameter Real M(unit = "H") = 0.5;
  ConstantVoltage ten(V = 10), one(V = 1);
  Resistor load, load2, sense;
  Saltus.Spice.Winding coil1(L = 1, induced = M*der(coil2.i));
  Saltus.Spice.Winding coil2(L = 1, induced = M*der(coil1.i));
  Saltus.Spice.Line line(Z0 = 50, TD = 0.2);
  Saltus.Spice.PulseVoltage step(V1 = 0, V2 = 2, TD = 0.1, TR = 1e-9, TF = 1e-9, PW = 10, PER = 20);
  Resistor matched(R = 50), end_(R = 150);
  Ground g;
equation
  connect(control.p, s.cp);
  connect(control.n, g.p);
  connect(s.cn, g.p);
  connect(control.p, sense.p);
  connect(sense.n, g.p);
  connect(ten.p, s.p);
  connect(ten.p, w.p);
  connect(ten.n, g.p);
  connect(s.n, load.p);
  connect(load.n, g.p);
  connect(w.n, load2.p);
  connect(load2.n, g.p);
  connect(one.p, coil1.p);
  connect(one.n, g.p);
  connect(coil1.n, g.p);
  connect(coil2.p, coil2.n);
  connect(coil2.n, g.p);
  connect(step.p, matched.p);
  connect(step.n, g.p);
  connect(matched.n, line.p1);
  connect(line.n1, g.p);
  connect(line.p2, end_.p);
  connect(line.n2, g.p);
  connect(end_.n, g.p);
  annotation(experiment(StopTime = 2));
end switches;
