//= mean(load.v) = 3.17992 +- 0.02
//= max(load.v) = 10 +- 0.02
//= events 10
model half_wave "Half-wave rectifier with a resistor"
  import Saltus.Electrical.*;
  SineVoltage source(V = 10);
  IdealDiode d;
  Resistor load(R = 100);
  Ground ground;
  Real x(start = 0, fixed = true) "charge";
equation
  connect(source.p, d.p);
  connect(ground.p, source.n);
  connect(ground.p, load.n);
  connect(d.n, load.p);
  der(x) = load.i;
  annotation(experiment(StopTime = 0.1));
end half_wave;
