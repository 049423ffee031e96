//= max(load.v, last=20m) = 9.9453 +- 0.04
//= min(load.v, last=20m) = -5.84411e-07 +- 0.02
//= events 20
//= most liqss2 30000
model clamper "Clamper: the sine is lifted above zero"
  import Saltus.Electrical.*;
  SineVoltage source(V = 5);
  Capacitor c(C = 100e-6);
  IdealDiode d;
  Resistor load(R = 10e3);
  Ground ground;
equation
  connect(source.p, c.p);
  connect(ground.p, source.n);
  connect(ground.p, d.p);
  connect(ground.p, load.n);
  connect(c.n, d.n);
  connect(c.n, load.p);
  annotation(experiment(StopTime = 0.2));
end clamper;
