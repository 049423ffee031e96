//! 0.99: b.closed = true
//! 0.99: r.i = 9.9 +- 1e-3
//! 1.01: b.closed = false
//! 1.01: r.i = 0 +- 1e-3
//! 3: b.closed = false
model breaker "The current rises by 10 A/s, and the voltage falls again: it stays open"
  import Saltus.Electrical.*;
  TableVoltage v(table = [0, 0; 2, 20; 3, 0]);
  Breaker b(Itrip = 10);
  Resistor r(R = 1);
  Capacitor c(C = 1);
  Resistor rc(R = 1);
  Ground g;
equation
  connect(v.p, b.p);
  connect(b.n, r.p);
  connect(r.n, v.n);
  connect(v.p, rc.p);
  connect(rc.n, c.p);
  connect(c.n, v.n);
  connect(v.n, g.p);
  annotation(experiment(StopTime = 3));
end breaker;
