//= mean(load.v, last=20m) = 37.4195 +- 0.05
//= ripple(load.i, last=20m) = 5.21005 +- 0.05
//= events 78
model scr_bridge "Thyristor bridge with a smoothing coil"
  import Saltus.Electrical.*;
  SineVoltage source(V = 100);
  Saltus.Blocks.BooleanPulse f1(period = 20e-3, width = 0.1, startTime = 3e-3);
  Saltus.Blocks.BooleanPulse f2(period = 20e-3, width = 0.1, startTime = 13e-3);
  Thyristor t1;
  Thyristor t4;
  Thyristor t2;
  Thyristor t3;
  Inductor l(L = 50e-3);
  Resistor load(R = 10);
  Ground ground;
equation
  connect(source.p, t1.p);
  connect(source.p, t3.n);
  connect(source.n, t4.n);
  connect(source.n, t2.p);
  connect(f1.y, t1.fire);
  connect(f1.y, t4.fire);
  connect(f2.y, t2.fire);
  connect(f2.y, t3.fire);
  connect(t1.n, t2.n);
  connect(t1.n, l.p);
  connect(ground.p, t4.p);
  connect(ground.p, t3.p);
  connect(ground.p, load.n);
  connect(l.n, load.p);
  annotation(experiment(StopTime = 0.2));
end scr_bridge;
