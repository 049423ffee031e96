model Ladder
  import Saltus.Electrical.*;
  Resistor r[3](each R = 1);
  Capacitor c[4](each C = 1e-6);
  Ground ground;
equation
  connect(r.n, c.p);
  for k in 1:4 loop
    connect(c[k].n, ground.p);
  end for;
  for k in 1:3 loop
    connect(r[k].p, ground.p);
  end for;
end Ladder;
