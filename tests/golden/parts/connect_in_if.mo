// What is switched during a run is a part, not a connection.
model Test
  import Saltus.Electrical.*;
  ConstantVoltage battery(V = 5);
  Resistor r(R = 10);
  Ground ground;
equation
  if time > 1 then
    connect(battery.p, r.p);
  end if;
  connect(r.n, ground.p);
  connect(battery.n, ground.p);
end Test;
