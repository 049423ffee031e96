//= mean(load.v) = 1.03789 +- 0.01
//= final(c.v) = 1.04148 +- 0.01
//= events 69
//= most liqss2 150
//= without exact: its source is a product of sines
model peak_detector "Peak detector of a modulated sine"
  import Saltus.Electrical.*;
  SignalVoltage source;
  Diode d(Ron = 1);
  Capacitor c(C = 1e-6);
  Resistor load(R = 10e3);
  Ground ground;
equation
  connect(source.p, d.p);
  connect(ground.p, source.n);
  connect(ground.p, c.n);
  connect(ground.p, load.n);
  connect(d.n, c.p);
  connect(d.n, load.p);
  source.v = (1 + 0.5*sin(314*time))*sin(6283*time);
  annotation(experiment(StopTime = 0.05));
end peak_detector;
