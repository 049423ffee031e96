// The thermistor has a resistance that nothing gives.
model Thermistor
  extends Saltus.Electrical.Interfaces.OnePort;
  Real R;
equation
  v = R*i;
end Thermistor;

model Bridge
  import Saltus.Electrical.*;
  ConstantVoltage battery(V = 5);
  Resistor r(R = 100);
  Thermistor t;
  Ground ground;
equation
  connect(battery.p, r.p);
  connect(r.n, t.p);
  connect(t.n, battery.n);
  connect(battery.n, ground.p);
end Bridge;
