// Two current sources and nothing else at b: connect(b.n, ground.p) was forgotten.
model Injection
  import Saltus.Electrical.*;
  ConstantCurrent a(I = 1), b(I = 2);
  Resistor r(R = 10);
  Ground ground;
equation
  connect(a.p, r.p);
  connect(a.n, ground.p);
  connect(r.n, ground.p);
  connect(b.p, r.p);
end Injection;
