//= mean(load.v, last=20m) = 3.1831 +- 0.02
//= ripple(load.i, last=20m) = 0.859293 +- 0.02
//= events 39
model freewheel "Half-wave rectifier with a freewheeling diode"
  import Saltus.Electrical.*;
  SineVoltage source(V = 10);
  IdealDiode d;
  IdealDiode f;
  Inductor l(L = 20e-3);
  Resistor load(R = 10);
  Ground ground;
equation
  connect(source.p, d.p);
  connect(ground.p, source.n);
  connect(ground.p, f.p);
  connect(ground.p, load.n);
  connect(d.n, f.n);
  connect(d.n, l.p);
  connect(l.n, load.p);
  annotation(experiment(StopTime = 0.2));
end freewheel;
