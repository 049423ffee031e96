//= mean(load.v, last=20m) = 2.93763 +- 0.02
//= rms(load.i, last=20m) = 0.442476 +- 0.005
//= events 19
model half_wave_l "Half-wave rectifier with a coil and a resistor"
  import Saltus.Electrical.*;
  SineVoltage source(V = 10);
  IdealDiode d;
  Inductor l(L = 20e-3);
  Resistor load(R = 10);
  Ground ground;
equation
  connect(source.p, d.p);
  connect(ground.p, source.n);
  connect(ground.p, load.n);
  connect(d.n, l.p);
  connect(l.n, load.p);
  annotation(experiment(StopTime = 0.2));
end half_wave_l;
