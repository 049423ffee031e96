model Buck "A converter from 24 V to about 15 V, from parts"
  import Saltus.Electrical.*;
  import Saltus.Blocks.BooleanPulse;
  ConstantVoltage supply(V = 24);
  Switch switch(Ron = 1e-6, Roff = 1e6);
  Diode diode(Ron = 1e-6, Roff = 1e6);
  Inductor coil(L = 1e-4, i(start = 0, fixed = true, nominal = 1));
  Capacitor capacitor(C = 1e-4, v(start = 0, fixed = true, nominal = 10));
  Resistor load(R = 10);
  Ground ground;
  BooleanPulse clock(period = 1e-4, width = 0.5);
equation
  connect(supply.p, switch.p);
  connect(switch.n, coil.p);
  connect(diode.n, coil.p);
  connect(coil.n, capacitor.p);
  connect(coil.n, load.p);
  connect(supply.n, ground.p);
  connect(diode.p, ground.p);
  connect(capacitor.n, ground.p);
  connect(load.n, ground.p);
  connect(clock.y, switch.control);
  annotation(experiment(StopTime = 0.01, Interval = 1e-5), __Saltus_watch = {"capacitor.v", "coil.i"},
    Documentation(info = "
    The equations of models/buck, which are written by hand there, from seven parts. With this load
    the coil runs empty in each period, so the output is above width V = 12 V.
  "));
end Buck;
