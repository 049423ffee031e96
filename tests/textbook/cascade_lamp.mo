//= mean(load.v) = 84.235 +- 0.3
//= final(cb2.v) = -17.7091 +- 0.1
//= events 165
//= most cvode 1000
//= most esdirk43 600
//= without auto: it chatters where exact parts do not fit
//= without exact: its load is not linear
//= without liqss2: it chatters
model cascade_lamp "Cockcroft-Walton cascade without resistance, with a load that is not linear"
  import Saltus.Electrical.*;
  model Lamp
    extends Interfaces.OnePort;
  equation
    i = 2e-7*v*sqrt(1 + v*v);
  end Lamp;
  SineVoltage source(V = 79.3, f = 60);
  Resistor rs(R = 0.63);
  Capacitor ca0(C = 4.5e-06);
  IdealDiode da0(Ron = 0.01, Goff = 1e-07);
  IdealDiode db0(Ron = 0.01, Goff = 1e-07);
  Capacitor cb0(C = 2.66e-05);
  Capacitor ca1(C = 2.95e-06);
  IdealDiode da1(Ron = 0.01, Goff = 1e-07);
  IdealDiode db1(Ron = 0.01, Goff = 1e-07);
  Capacitor cb1(C = 4.29e-06);
  Capacitor ca2(C = 1.28e-05);
  IdealDiode da2(Ron = 0.01, Goff = 1e-07);
  IdealDiode db2(Ron = 0.01, Goff = 1e-07);
  Capacitor cb2(C = 1.44e-06);
  Lamp load;
  Ground ground;
equation
  connect(source.p, rs.p);
  connect(ground.p, source.n);
  connect(ground.p, da0.p);
  connect(ground.p, cb0.p);
  connect(ground.p, load.n);
  connect(rs.n, ca0.p);
  connect(ca0.n, da0.n);
  connect(ca0.n, db0.p);
  connect(ca0.n, ca1.p);
  connect(db0.n, cb0.n);
  connect(db0.n, da1.p);
  connect(db0.n, cb1.p);
  connect(ca1.n, da1.n);
  connect(ca1.n, db1.p);
  connect(ca1.n, ca2.p);
  connect(db1.n, cb1.n);
  connect(db1.n, da2.p);
  connect(db1.n, cb2.p);
  connect(ca2.n, da2.n);
  connect(ca2.n, db2.p);
  connect(db2.n, cb2.n);
  connect(db2.n, load.p);
  annotation(experiment(StopTime = 0.166667));
end cascade_lamp;
