model Boost "A converter from 12 V to about 24 V"
  import Saltus.Electrical.*;
  import Saltus.Blocks.BooleanPulse;
  ConstantVoltage supply(V = 12);
  Inductor coil(L = 1e-4, i(start = 0, fixed = true, nominal = 1));
  Switch switch(Ron = 1e-3, Roff = 1e6);
  Diode diode(Ron = 1e-3, Roff = 1e6);
  Capacitor capacitor(C = 1e-4, v(start = 12, fixed = true, nominal = 10));
  Resistor load(R = 20);
  Ground ground;
  BooleanPulse clock(period = 2e-5, width = 0.5);
equation
  connect(supply.p, coil.p);
  connect(coil.n, switch.p);
  connect(coil.n, diode.p);
  connect(diode.n, capacitor.p);
  connect(diode.n, load.p);
  connect(supply.n, ground.p);
  connect(switch.n, ground.p);
  connect(capacitor.n, ground.p);
  connect(load.n, ground.p);
  connect(clock.y, switch.control);
  annotation(experiment(StopTime = 0.01, Interval = 1e-5), __Saltus_watch = {"capacitor.v", "coil.i"},
    Documentation(info = "
    The switch charges the coil from the supply; when it opens, the coil pushes its current through
    the diode into the capacitor, above the supply: V/(1 - width) = 24 V without losses. The coil
    never runs empty with this load once the start is over.
  "));
end Boost;
