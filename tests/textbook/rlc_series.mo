//= final(c.v) = 10.086 +- 0.06
//= max(c.v) = 17.7869 +- 0.02
//= events 0
model rlc_series "Series resonance, switched on"
  import Saltus.Electrical.*;
  ConstantVoltage source(V = 10);
  TimedSwitch s(tClose = 1e-3);
  Resistor r(R = 5);
  Inductor l(L = 10e-3);
  Capacitor c(C = 10e-6);
  Ground ground;
equation
  connect(source.p, s.p);
  connect(ground.p, source.n);
  connect(ground.p, c.n);
  connect(s.n, r.p);
  connect(r.n, l.p);
  connect(l.n, c.p);
  annotation(experiment(StopTime = 0.02));
end rlc_series;
