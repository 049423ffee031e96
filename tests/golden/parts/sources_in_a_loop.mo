// Three ideal sources round a loop.
model Stack
  import Saltus.Electrical.*;
  ConstantVoltage a(V = 1), b(V = 2), c(V = 3);
  Resistor load(R = 10);
  Ground ground;
equation
  connect(a.n, ground.p);
  connect(a.p, b.n);
  connect(b.p, c.p);
  connect(c.n, ground.p);
  connect(load.p, c.p);
  connect(load.n, ground.p);
end Stack;
