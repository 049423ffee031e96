model SixPulse "A three-phase bridge of six ideal diodes with a smoothing coil"
  import Saltus.Electrical.*;
  import Modelica.Constants.pi;
  SineVoltage source[3](each V = 325, each f = 50, phase = {pi/6, -pi/2, 5*pi/6});
  Inductor line[3](each L = 1e-4, each i(start = 0, fixed = true, nominal = 10));
  Resistor wire[3](each R = 0.1);
  IdealDiode upper[3], lower[3];
  Inductor coil(L = 1e-2, i(start = 0, fixed = true, nominal = 10));
  Resistor load(R = 20);
  Ground ground "the star point of the sources";
equation
  for k in 1:3 loop
    connect(source[k].n, ground.p);
    connect(source[k].p, wire[k].p);
    connect(wire[k].n, line[k].p);
    connect(line[k].n, upper[k].p);
    connect(line[k].n, lower[k].n);
    connect(upper[k].n, coil.p);
    connect(lower[k].p, load.n);
  end for;
  connect(coil.n, load.p);
  annotation(experiment(StopTime = 0.1, Interval = 1e-4), __Saltus_watch = {"load.v", "line[1].i", "coil.i"},
    Documentation(info = "
    The highest of three voltages reaches the coil through an upper diode, the lowest through a lower
    one: six pulses in a period with the mean 3 sqrt(3) V/pi = 537.5 V, less what the commutation in
    the line inductances takes. Nothing else leads to the ground, so the three line currents add up
    to zero; the compiler differentiates that sum.
  "));
end SixPulse;
