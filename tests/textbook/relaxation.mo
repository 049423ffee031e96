//= frequency(c.v) = 45.5131 +- 0.15
//= max(c.v, last=50m) = 7.49985 +- 0.02
//= min(c.v, last=50m) = -7.49985 +- 0.02
//= events 36
//= most liqss2 60
model relaxation "Relaxation oscillator with an OpAmp"
  import Saltus.Electrical.*;
  Resistor r1(R = 10e3);
  Resistor r2(R = 10e3);
  Resistor r(R = 10e3);
  Capacitor c(C = 1e-6);
  OpAmp op;
  Ground ground;
equation
  connect(r1.p, r.p);
  connect(r1.p, op.out);
  connect(r1.n, r2.p);
  connect(r1.n, op.in_p);
  connect(ground.p, r2.n);
  connect(ground.p, c.n);
  connect(r.n, c.p);
  connect(r.n, op.in_n);
  annotation(experiment(StopTime = 0.1));
end relaxation;
