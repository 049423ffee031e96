model Charged
  import Saltus.Electrical.*;
  Capacitor c(C = 1e-6, v(strat = 5));
  Resistor r(R = 1e3);
  Ground ground;
equation
  connect(c.p, r.p);
  connect(c.n, r.n);
  connect(c.n, ground.p);
end Charged;
