model Chain
  import Saltus.Electrical.*;
  ConstantCurrent a(I = 1), b(I = 1);
  Resistor r(R = 10);
  Ground ground;
equation
  connect(a.n, b.p);
  connect(a.p, r.p);
  connect(b.n, ground.p);
  connect(r.n, ground.p);
end Chain;
