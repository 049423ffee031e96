//= mean(c.v) = -0.149967 +- 0.02
//= max(c.v) = 14.9986 +- 0.03
//= events 40
model schmitt_inverting "Inverting Schmitt trigger with an OpAmp"
  import Saltus.Electrical.*;
  SineVoltage source(V = 5);
  Resistor r1(R = 1e3);
  Resistor r2(R = 10e3);
  OpAmp op;
  Resistor r(R = 10e3);
  Capacitor c(C = 1e-7);
  Ground ground;
equation
  connect(source.p, op.in_n);
  connect(ground.p, source.n);
  connect(ground.p, r1.p);
  connect(ground.p, c.n);
  connect(r1.n, r2.p);
  connect(r1.n, op.in_p);
  connect(r2.n, op.out);
  connect(r2.n, r.p);
  connect(r.n, c.p);
  annotation(experiment(StopTime = 0.1));
end schmitt_inverting;
