model Test
  import Saltus.Electrical.*;
  ConstantVoltage battery(V = 5);
  Resistor r(R = 10);
  Ground ground;
equation
  when time > 1 then
    connect(battery.p, r.p);
  end when;
  connect(r.n, ground.p);
  connect(battery.n, ground.p);
end Test;
