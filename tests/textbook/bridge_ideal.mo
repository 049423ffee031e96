//= mean(load.v, last=20m) = 6.3662 +- 0.01
//= events 40
model bridge_ideal "Bridge rectifier of diodes without resistance, on a source"
  import Saltus.Electrical.*;
  SineVoltage source(V = 10);
  IdealDiode d1(Ron = 0);
  IdealDiode d2(Ron = 0);
  IdealDiode d3(Ron = 0);
  IdealDiode d4(Ron = 0);
  Resistor load(R = 100);
  Ground ground;
equation
  connect(source.p, d1.p);
  connect(source.p, d3.n);
  connect(source.n, d2.p);
  connect(source.n, d4.n);
  connect(d1.n, d2.n);
  connect(d1.n, load.p);
  connect(d3.p, d4.p);
  connect(d3.p, load.n);
  connect(d3.p, ground.p);
  annotation(experiment(StopTime = 0.1));
end bridge_ideal;
