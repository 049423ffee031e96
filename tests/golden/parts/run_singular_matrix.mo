// All switches of the bridge are open from 0.5 on, and let nothing through: nothing holds the potentials of the load.
model Test
  import Saltus.Electrical.*;
  ConstantVoltage battery(V = 5);
  IdealSwitch a(Goff = 0), b(Goff = 0), c(Goff = 0), d(Goff = 0);
  Saltus.Blocks.BooleanStep on(startTime = 0.5, begin = true), never(startTime = 2);
  Resistor r(R = 100);
  Capacitor load(C = 1e-3);
  Ground ground;
equation
  connect(on.y, a.control);
  connect(on.y, d.control);
  connect(never.y, b.control);
  connect(never.y, c.control);
  connect(battery.p, a.p);
  connect(battery.p, c.p);
  connect(a.n, b.p);
  connect(c.n, d.p);
  connect(a.n, r.p);
  connect(r.n, load.p);
  connect(load.n, c.n);
  connect(b.n, battery.n);
  connect(d.n, battery.n);
  connect(battery.n, ground.p);
  annotation(experiment(StopTime = 1));
end Test;
