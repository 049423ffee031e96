//= mean(load.v, last=20m) = 306.133 +- 0.8
//= rms(l1.i, last=20m) = 11.6083 +- 0.1
//= events 70
model bridge_lines "Full-wave bridge with a coil in each line"
  import Saltus.Electrical.*;
  SineVoltage source(V = 325);
  Inductor l1(L = 1e-3);
  Inductor l2(L = 1e-3);
  IdealDiode d1;
  IdealDiode d2;
  IdealDiode d3;
  IdealDiode d4;
  Capacitor c(C = 1e-3);
  Resistor load(R = 50);
  Resistor earth(R = 1e6);
  Ground ground;
equation
  connect(source.p, l1.p);
  connect(source.n, l2.p);
  connect(l1.n, d1.p);
  connect(l1.n, d3.n);
  connect(l2.n, d2.p);
  connect(l2.n, d4.n);
  connect(d1.n, d2.n);
  connect(d1.n, c.p);
  connect(d1.n, load.p);
  connect(d3.p, d4.p);
  connect(d3.p, c.n);
  connect(d3.p, load.n);
  connect(d3.p, earth.p);
  connect(ground.p, earth.n);
  annotation(experiment(StopTime = 0.2));
end bridge_lines;
