//! method qss3
//! 0.05: pulse.v = 1 +- 1e-9
//! 0.15: pulse.v = 2 +- 1e-9
//! 0.3: pulse.v = 3 +- 1e-9
//! 0.45: pulse.v = 2.5 +- 1e-9
//! 0.6: pulse.v = 1 +- 1e-9
//! 1.15: pulse.v = 2 +- 1e-9
//! 0.15: early.i = 3 +- 1e-9
//! 1.5: early.i = 1 +- 1e-9
//! 0.1: sine.v = 1 +- 1e-12
//! 0.45: sine.v = 2.557601566 +- 3e-3
//! 0.05: sine2.i = 0.5 +- 1e-9
//! 1: rise.v = -0.004371050 +- 3e-3
//! 1: rise2.i = 1.986524106 +- 3e-3
//! 0.3: fm.v = 0.956218215 +- 2e-3
//! 0.3: fm2.i = 0.412214748 +- 2e-3
//! 0.5: lines.v = 2 +- 1e-9
//! 1.5: lines.v = 3 +- 1e-9
//! 1.75: lines2.i = -1 +- 1e-9
model sources "The functions of time of SPICE, as formulas"
  import Saltus.Electrical.*;
  Saltus.Spice.PulseVoltage pulse(V1 = 1, V2 = 3, TD = 0.1, TR = 0.1, TF = 0.1333333333333333, PW = 0.2166666666666667, PER = 1);
  Saltus.Spice.PulseCurrent early(V1 = 1, V2 = 3, TD = 0, TR = 0.1, TF = 0.1, PW = 0.3, PER = 1, NP = 1);
  Saltus.Spice.SineVoltage sine(VO = 1, VA = 2, FREQ = 1, TD = 0.2, THETA = 1);
  Saltus.Spice.SineCurrent sine2(VO = 0, VA = 1, FREQ = 1, TD = 0.1, PHASE = 30);
  Saltus.Spice.ExponentialVoltage rise(V1 = 0, V2 = 1, TD1 = 0.1, TAU1 = 0.2, TD2 = 0.5, TAU2 = 0.1);
  Saltus.Spice.ExponentialCurrent rise2(V1 = 0, V2 = 2, TD1 = 0, TAU1 = 0.2, TD2 = 10);
  Saltus.Spice.ModulatedVoltage fm(VO = 0, VA = 1, FC = 3, MDI = 2, FS = 1);
  Saltus.Spice.ModulatedCurrent fm2(VO = 1, VA = 1, FC = 3, MDI = 0, FS = 1);
  Saltus.Spice.StraightVoltage lines(table = [0, 1; 1, 3; 1.2, 3; 1.6, 3; 2, 0]);
  Saltus.Spice.StraightCurrent lines2(table = [0.5, 1; 1.5, 1; 1.75, -1]);
  Resistor r[10];
  Ground g;
equation
  connect(pulse.p, r[1].p);
  connect(early.p, r[2].p);
  connect(sine.p, r[3].p);
  connect(sine2.p, r[4].p);
  connect(rise.p, r[5].p);
  connect(rise2.p, r[6].p);
  connect(fm.p, r[7].p);
  connect(fm2.p, r[8].p);
  connect(lines.p, r[9].p);
  connect(lines2.p, r[10].p);
  connect(pulse.n, g.p);
  connect(early.n, g.p);
  connect(sine.n, g.p);
  connect(sine2.n, g.p);
  connect(rise.n, g.p);
  connect(rise2.n, g.p);
  connect(fm.n, g.p);
  connect(fm2.n, g.p);
  connect(lines.n, g.p);
  connect(lines2.n, g.p);
  for k in 1:10 loop
    connect(r[k].n, g.p);
  end for;
  annotation(experiment(StopTime = 2));
end sources;
