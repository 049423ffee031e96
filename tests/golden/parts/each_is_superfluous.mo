model One
  import Saltus.Electrical.*;
  Resistor r(each R = 100);
  Ground ground;
equation
  connect(r.p, ground.p);
  connect(r.n, ground.p);
end One;
