//= mean(load.v, last=20m) = 535.476 +- 0.8
//= rms(l1.i, last=20m) = 10.8023 +- 0.1
//= events 91
//= without liqss2: thousands of events
model six_pulse_c "Three-phase bridge with line coils and a capacitor"
  import Saltus.Electrical.*;
  SineVoltage v1(V = 325);
  SineVoltage v2(V = 325, phase = -2.0943951);
  SineVoltage v3(V = 325, phase = 2.0943951);
  Inductor l1(L = 1e-3);
  Inductor l2(L = 1e-3);
  Inductor l3(L = 1e-3);
  IdealDiode d1;
  IdealDiode d3;
  IdealDiode d5;
  IdealDiode d4;
  IdealDiode d6;
  IdealDiode d2;
  Capacitor c(C = 1e-3);
  Resistor load(R = 50);
  Ground ground;
equation
  connect(v1.p, l1.p);
  connect(ground.p, v1.n);
  connect(ground.p, v2.n);
  connect(ground.p, v3.n);
  connect(v2.p, l2.p);
  connect(v3.p, l3.p);
  connect(l1.n, d1.p);
  connect(l1.n, d4.n);
  connect(l2.n, d3.p);
  connect(l2.n, d6.n);
  connect(l3.n, d5.p);
  connect(l3.n, d2.n);
  connect(d1.n, d3.n);
  connect(d1.n, d5.n);
  connect(d1.n, c.p);
  connect(d1.n, load.p);
  connect(d4.p, d6.p);
  connect(d4.p, d2.p);
  connect(d4.p, c.n);
  connect(d4.p, load.n);
  annotation(experiment(StopTime = 0.1));
end six_pulse_c;
