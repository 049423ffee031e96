// The lamp takes a constant power; from t = 0.5 on the source is too weak for it.
model ConstantPower
  extends Saltus.Electrical.Interfaces.OnePort(v(start = 10));
  parameter Real P = 20;
equation
  v*i = P;
end ConstantPower;

model Test
  import Saltus.Electrical.*;
  SignalVoltage source;
  Saltus.Blocks.Ramp ramp(height = -8, duration = 1, offset = 12);
  Resistor r(R = 1);
  ConstantPower lamp;
  Ground ground;
equation
  connect(ramp.y, source.v);
  connect(source.p, r.p);
  connect(r.n, lamp.p);
  connect(lamp.n, source.n);
  connect(source.n, ground.p);
  annotation(experiment(StopTime = 1));
end Test;
