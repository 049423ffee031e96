// log of a negative number at the start value that the student gave.
model Exponential
  extends Saltus.Electrical.Interfaces.OnePort(i(start = -1));
equation
  v = 0.025*log(i/1e-12);
end Exponential;

model Test
  import Saltus.Electrical.*;
  ConstantVoltage battery(V = 5);
  Resistor r(R = 100);
  Exponential d;
  Ground ground;
equation
  connect(battery.p, r.p);
  connect(r.n, d.p);
  connect(d.n, battery.n);
  connect(battery.n, ground.p);
  annotation(experiment(StopTime = 1));
end Test;
