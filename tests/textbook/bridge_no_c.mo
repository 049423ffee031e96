//= mean(load.v, last=20m) = 206.885 +- 0.5
//= rms(l1.i, last=20m) = 4.60042 +- 0.02
//= events 39
model bridge_no_c "Full-wave bridge with a coil in each line, no capacitor"
  import Saltus.Electrical.*;
  SineVoltage source(V = 325);
  Inductor l1(L = 1e-3);
  Inductor l2(L = 1e-3);
  IdealDiode d1;
  IdealDiode d2;
  IdealDiode d3;
  IdealDiode d4;
  Resistor load(R = 50);
  Ground ground;
equation
  connect(source.p, l1.p);
  connect(ground.p, source.n);
  connect(ground.p, l2.p);
  connect(l1.n, d1.p);
  connect(l1.n, d3.n);
  connect(l2.n, d2.p);
  connect(l2.n, d4.n);
  connect(d1.n, d2.n);
  connect(d1.n, load.p);
  connect(d3.p, d4.p);
  connect(d3.p, load.n);
  annotation(experiment(StopTime = 0.1));
end bridge_no_c;
