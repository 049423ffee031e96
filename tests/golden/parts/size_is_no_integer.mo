model Ladder
  import Saltus.Electrical.*;
  Real n = 3;
  Resistor r[n](each R = 1);
  Ground ground;
equation
  connect(r[1].p, ground.p);
end Ladder;
