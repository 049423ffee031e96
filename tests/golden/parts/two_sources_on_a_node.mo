// Two ideal sources say what the potential of one node is.
model Bus
  import Saltus.Electrical.*;
  ConstantVoltage a(V = 12), b(V = 5);
  Resistor load(R = 10);
  Ground ground;
equation
  connect(a.p, load.p);
  connect(b.p, load.p);
  connect(a.n, ground.p);
  connect(b.n, ground.p);
  connect(load.n, ground.p);
end Bus;
