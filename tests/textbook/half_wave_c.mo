//= mean(load.v, last=20m) = 8.38554 +- 0.02
//= ripple(load.v, last=20m) = 3.02795 +- 0.02
//= events 19
model half_wave_c "Half-wave rectifier with a capacitor"
  import Saltus.Electrical.*;
  SineVoltage source(V = 10);
  Resistor rs(R = 0.5);
  IdealDiode d;
  Capacitor c(C = 470e-6);
  Resistor load(R = 100);
  Ground ground;
equation
  connect(source.p, rs.p);
  connect(ground.p, source.n);
  connect(ground.p, c.n);
  connect(ground.p, load.n);
  connect(rs.n, d.p);
  connect(d.n, c.p);
  connect(d.n, load.p);
  annotation(experiment(StopTime = 0.2));
end half_wave_c;
