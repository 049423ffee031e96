model Ladder
  import Saltus.Electrical.*;
  parameter Integer N = 3;
  Resistor r[N](each R = 1);
  ConstantVoltage battery(V = 5);
  Ground ground;
equation
  connect(battery.p, r[1].p);
  for k in 1:N loop
    connect(r[k].n, r[k + 1].p);
  end for;
  connect(battery.n, ground.p);
end Ladder;
