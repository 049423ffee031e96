model ScrBridge "A bridge of four thyristors, fired at an angle, that feeds a coil and a resistor"
  import Saltus.Electrical.*;
  parameter Real f(unit = "Hz") = 50;
  parameter Real alpha(unit = "rad") = 1 "firing angle";
  SineVoltage source(V = 325, f = f);
  Resistor wire(R = 0.1);
  Thyristor t1, t2, t3, t4;
  Inductor coil(L = 0.1, i(start = 0, fixed = true, nominal = 10));
  Resistor load(R = 10);
  Ground ground;
  Saltus.Blocks.BooleanPulse fire14(period = 1/f, width = 0.1, startTime = alpha/(2*Modelica.Constants.pi*f));
  Saltus.Blocks.BooleanPulse fire23(period = 1/f, width = 0.1, startTime = alpha/(2*Modelica.Constants.pi*f) + 1/(2*f));
equation
  connect(source.p, wire.p);
  connect(wire.n, t1.p);
  connect(wire.n, t3.n);
  connect(source.n, t2.p);
  connect(source.n, t4.n);
  connect(t1.n, coil.p);
  connect(t2.n, coil.p);
  connect(coil.n, load.p);
  connect(t3.p, load.n);
  connect(t4.p, load.n);
  connect(load.n, ground.p);
  connect(fire14.y, t1.fire);
  connect(fire14.y, t4.fire);
  connect(fire23.y, t2.fire);
  connect(fire23.y, t3.fire);
  annotation(experiment(StopTime = 0.1, Interval = 1e-4), __Saltus_watch = {"load.v", "source.v", "coil.i"},
    Documentation(info = "
    t1 and t4 are fired at the angle alpha of each period, t2 and t3 half a period later; a pair
    conducts until the other one takes over, also while its voltage is negative. Once the current is
    continuous the mean of the output is 2 V/pi cos(alpha), 111.8 V, of which load and wire get
    their shares.
  "));
end ScrBridge;
