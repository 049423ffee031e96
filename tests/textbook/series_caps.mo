//= mean(load.v, last=20m) = 9.40093 +- 0.02
//= final(c2.v) = 2.7635 +- 0.02
//= events 19
//= without liqss2: it chatters
//= without esdirk43: its cubics turn the diode off too late
model series_caps "Half-wave rectifier with three capacitors in series"
  import Saltus.Electrical.*;
  SineVoltage source(V = 10);
  IdealDiode d;
  Capacitor c1(C = 300e-6);
  Capacitor c2(C = 470e-6);
  Capacitor c3(C = 680e-6);
  Resistor load(R = 1e3);
  Ground ground;
equation
  connect(source.p, d.p);
  connect(ground.p, source.n);
  connect(ground.p, c3.n);
  connect(ground.p, load.n);
  connect(d.n, c1.p);
  connect(d.n, load.p);
  connect(c1.n, c2.p);
  connect(c2.n, c3.p);
  annotation(experiment(StopTime = 0.2));
end series_caps;
