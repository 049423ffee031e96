//= mean(load.v, last=0.1m) = 14.6799 +- 0.05
//= ripple(load.v, last=0.1m) = 0.0942701 +- 0.03
//= events 1198
//= most liqss2 1400
model charge_pump "Dickson charge pump of two stages"
  import Saltus.Electrical.*;
  ConstantVoltage source(V = 5);
  PulseVoltage p1(V = 5, period = 1e-5, width = 0.5);
  PulseVoltage p2(V = 5, period = 1e-5, width = 0.5, startTime = 5e-6);
  Resistor r1(R = 1);
  Resistor r2(R = 1);
  Capacitor c1(C = 1e-6);
  Capacitor c2(C = 1e-6);
  IdealDiode d1;
  IdealDiode d2;
  IdealDiode d3;
  Capacitor c3(C = 1e-6);
  Resistor load(R = 1e3);
  Ground ground;
equation
  connect(source.p, d1.p);
  connect(ground.p, source.n);
  connect(ground.p, p1.n);
  connect(ground.p, p2.n);
  connect(ground.p, c3.n);
  connect(ground.p, load.n);
  connect(p1.p, r1.p);
  connect(p2.p, r2.p);
  connect(r1.n, c1.n);
  connect(r2.n, c2.n);
  connect(c1.p, d1.n);
  connect(c1.p, d2.p);
  connect(c2.p, d2.n);
  connect(c2.p, d3.p);
  connect(d3.n, c3.p);
  connect(d3.n, load.p);
  annotation(experiment(StopTime = 0.002));
end charge_pump;
