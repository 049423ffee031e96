//= mean(load.v, last=0.2m) = 9.59978 +- 0.03
//= ripple(l.i, last=0.2m) = 1.15379 +- 0.03
//= events 400
model forward "Forward converter with an ideal transformer"
  import Saltus.Electrical.*;
  PulseVoltage source(V = 48, period = 1e-5, width = 0.4);
  IdealTransformer t(n = 2);
  IdealDiode d1;
  IdealDiode d2;
  Inductor l(L = 50e-6);
  Capacitor c(C = 47e-6);
  Resistor load(R = 2);
  Ground ground;
equation
  connect(source.p, t.p1);
  connect(ground.p, source.n);
  connect(ground.p, t.n1);
  connect(ground.p, t.n2);
  connect(ground.p, d2.p);
  connect(ground.p, c.n);
  connect(ground.p, load.n);
  connect(t.p2, d1.p);
  connect(d1.n, d2.n);
  connect(d1.n, l.p);
  connect(l.n, c.p);
  connect(l.n, load.p);
  annotation(experiment(StopTime = 0.002));
end forward;
