model Ladder
  import Saltus.Electrical.*;
  Resistor r[3](R = {100, 200});
  Ground ground;
equation
  for k in 1:3 loop
    connect(r[k].n, ground.p);
  end for;
end Ladder;
