//= mean(load.v, last=20m) = 18.5052 +- 0.02
//= max(load.i, last=20m) = 7.31904 +- 0.02
//= events 9
model scr_half "Thyristor half-wave with phase control, resistor and coil"
  import Saltus.Electrical.*;
  SineVoltage source(V = 100);
  Saltus.Blocks.BooleanPulse fire(period = 20e-3, width = 0.05, startTime = 4e-3);
  Thyristor t;
  Inductor l(L = 20e-3);
  Resistor load(R = 10);
  Ground ground;
equation
  connect(source.p, t.p);
  connect(ground.p, source.n);
  connect(ground.p, load.n);
  connect(fire.y, t.fire);
  connect(t.n, l.p);
  connect(l.n, load.p);
  annotation(experiment(StopTime = 0.1));
end scr_half;
