// An ideal switch closes across a charged capacitor.
model Test
  import Saltus.Electrical.*;
  Capacitor c(C = 1e-3, v(start = 5));
  TimedSwitch s(Ron = 0, tClose = 0.5);
  Resistor r(R = 1e4);
  Ground ground;
equation
  connect(c.p, s.p);
  connect(c.n, s.n);
  connect(c.p, r.p);
  connect(c.n, r.n);
  connect(c.n, ground.p);
  annotation(experiment(StopTime = 1));
end Test;
