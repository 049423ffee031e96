//= max(load.v) = 0.62794 +- 0.02
//= min(load.v) = -0.62794 +- 0.02
//= mean(c.v) = -0.0015691 +- 0.02
//= events 8
model opamp_inverting "Inverting amplifier that saturates"
  import Saltus.Electrical.*;
  SineVoltage source(V = 2);
  Resistor r1(R = 1e3);
  Resistor r2(R = 10e3);
  OpAmp op;
  Resistor load(R = 1e3);
  Capacitor c(C = 1e-7);
  Ground ground;
equation
  connect(source.p, r1.p);
  connect(ground.p, source.n);
  connect(ground.p, op.in_p);
  connect(ground.p, c.n);
  connect(r1.n, r2.p);
  connect(r1.n, op.in_n);
  connect(r2.n, op.out);
  connect(r2.n, load.p);
  connect(load.n, c.p);
  annotation(experiment(StopTime = 0.04));
end opamp_inverting;
