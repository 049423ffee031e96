// The secondary side of a transformer needs a ground of its own.
model Supply
  import Saltus.Electrical.*;
  SineVoltage mains(V = 325, f = 50);
  IdealTransformer t(n = 10);
  Resistor load(R = 10);
  Ground ground;
equation
  connect(mains.p, t.p1);
  connect(mains.n, t.n1);
  connect(mains.n, ground.p);
  connect(t.p2, load.p);
  connect(t.n2, load.n);
end Supply;
