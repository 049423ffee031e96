model Ladder
  import Saltus.Electrical.*;
  Resistor r[3](R = 100);
  Capacitor c[3](v(start = 5), C = {1e-6, 2e-6, 3e-6});
  Ground ground;
equation
  for k in 1:3 loop
    connect(r[k].p, c[k].p);
    connect(r[k].n, ground.p);
    connect(c[k].n, ground.p);
  end for;
end Ladder;
