//= mean(load.v, last=0.1m) = 25.3583 +- 0.05
//= rms(lr.i, last=0.1m) = 0.788009 +- 0.05
//= events 718
//= most auto 760
//= most exact 760
//= without liqss2: it chatters
model llc "LLC resonant converter, half bridge"
  import Saltus.Electrical.*;
  PulseVoltage source(V = 400, period = 1e-5);
  Capacitor cr(C = 24e-9);
  Inductor lr(L = 100e-6);
  Inductor lm(L = 500e-6);
  IdealTransformer t(n = 8);
  IdealDiode d1;
  IdealDiode d2;
  IdealDiode d3;
  IdealDiode d4;
  Capacitor c(C = 20e-6);
  Resistor load(R = 10);
  Resistor earth(R = 1e6);
  Ground ground;
equation
  connect(source.p, cr.p);
  connect(ground.p, source.n);
  connect(ground.p, lm.n);
  connect(ground.p, t.n1);
  connect(ground.p, earth.n);
  connect(cr.n, lr.p);
  connect(lr.n, lm.p);
  connect(lr.n, t.p1);
  connect(t.p2, d1.p);
  connect(t.p2, d3.n);
  connect(t.n2, d2.p);
  connect(t.n2, d4.n);
  connect(d1.n, d2.n);
  connect(d1.n, c.p);
  connect(d1.n, load.p);
  connect(d3.p, d4.p);
  connect(d3.p, c.n);
  connect(d3.p, load.n);
  connect(d3.p, earth.p);
  annotation(experiment(StopTime = 0.001));
end llc;
