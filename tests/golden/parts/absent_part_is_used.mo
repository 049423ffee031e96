model Supply
  import Saltus.Electrical.*;
  parameter Boolean filtered = false;
  ConstantVoltage battery(V = 5);
  Resistor r(R = 10);
  Capacitor c(C = 1e-6) if filtered;
  Ground ground;
  Real charge = c.C*c.v;
equation
  connect(battery.p, r.p);
  connect(r.n, battery.n);
  connect(c.p, r.p);
  connect(c.n, r.n);
  connect(battery.n, ground.p);
end Supply;
