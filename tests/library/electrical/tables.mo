//! 0.5: r.v = 1 +- 1e-9
//! 1.5: r.v = 2 +- 1e-9
//! 2.5: r.v = 7 +- 1e-9
//! 3.5: r.v = 4 +- 1e-9
//! 9: r.v = 4 +- 1e-9
//! 3: c.v = 2.5 +- 1e-6
model tables "Straight between the rows, a jump at 2, constant outside"
  import Saltus.Electrical.*;
  TableVoltage v(table = [1, 1; 2, 3; 2, 8; 3, 6; 3, 4]);
  Resistor r;
  TableCurrent i(table = [0, 0; 1, 1; 3, 1; 4, 0]);
  Capacitor c(C = 1);
  Ground g1, g2;
equation
  connect(v.p, r.p);
  connect(v.n, r.n);
  connect(v.n, g1.p);
  connect(i.n, c.p);
  connect(i.p, c.n);
  connect(c.n, g2.p);
  annotation(experiment(StopTime = 10));
end tables;
