model BuckBoost "A converter from 24 V to a negative voltage, whose coil runs empty in every period"
  import Saltus.Electrical.*;
  import Saltus.Blocks.BooleanPulse;
  ConstantVoltage supply(V = 24);
  Switch switch(Ron = 1e-3, Roff = 1e6);
  Inductor coil(L = 5e-5, i(start = 0, fixed = true, nominal = 1));
  Diode diode(Ron = 1e-3, Roff = 1e6);
  Capacitor capacitor(C = 1e-4, v(start = 0, fixed = true, nominal = 10)) "its p is the ground";
  Resistor load(R = 50);
  Ground ground;
  BooleanPulse clock(period = 4e-5, width = 0.3);
equation
  connect(supply.p, switch.p);
  connect(switch.n, coil.p);
  connect(diode.n, coil.p);
  connect(diode.p, capacitor.n);
  connect(diode.p, load.n);
  connect(supply.n, ground.p);
  connect(coil.n, ground.p);
  connect(capacitor.p, ground.p);
  connect(load.p, ground.p);
  connect(clock.y, switch.control);
  annotation(experiment(StopTime = 0.02, Interval = 2e-5), __Saltus_watch = {"capacitor.v", "coil.i"},
    Documentation(info = "
    The coil is charged from the supply, then emptied into the capacitor, whose upper pin is the
    ground: capacitor.v is positive, the output negative. In each period there is a time in which
    neither switch nor diode conduct and the coil hangs between two large resistances, which is
    stiff.
  "));
end BuckBoost;
