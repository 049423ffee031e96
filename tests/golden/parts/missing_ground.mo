model RC
  import Saltus.Electrical.*;
  ConstantVoltage battery(V = 5);
  Resistor r(R = 1000);
  Capacitor c(C = 1e-6);
equation
  connect(battery.p, r.p);
  connect(r.n, c.p);
  connect(c.n, battery.n);
end RC;
