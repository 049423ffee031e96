model Inverter "A three-phase inverter with two levels, switched at 10 kHz, that feeds coils and resistors in a star"
  import Saltus.Electrical.*;
  import Saltus.Blocks.*;
  import Modelica.Constants.pi;
  ConstantVoltage upperHalf(V = 300), lowerHalf(V = 300);
  MOSFET upper[3](each Ron = 0.01, each Rdiode = 0.01, each Vdiode = 0.7);
  MOSFET lower[3](each Ron = 0.01, each Rdiode = 0.01, each Vdiode = 0.7);
  Inductor coil[3](each L = 5e-3);
  Resistor load[3](each R = 10);
  Ground ground;
  Sine wave[3](each amplitude = 0.8, each f = 50, phase = {0, -2*pi/3, 2*pi/3});
  PWM pwm[3](each f = 1e4, each low = -1, each high = 1);
  Not other[3];
equation
  connect(upperHalf.n, ground.p);
  connect(lowerHalf.p, ground.p);
  for k in 1:3 loop
    connect(upperHalf.p, upper[k].p);
    connect(upper[k].n, lower[k].p);
    connect(lower[k].n, lowerHalf.n);
    connect(upper[k].n, coil[k].p);
    connect(coil[k].n, load[k].p);
    connect(load[k].n, load[1].n);
    connect(wave[k].y, pwm[k].u);
    connect(pwm[k].y, upper[k].gate);
    connect(pwm[k].y, other[k].u);
    connect(other[k].y, lower[k].gate);
  end for;
  annotation(experiment(StopTime = 0.04, Interval = 2e-5), __Saltus_watch = {"coil[1].i", "coil[2].i", "coil[3].i"},
    Documentation(info = "
    Each phase is switched between the two rails by comparing a sine with a triangle. The star point
    floats, so the three currents add up to zero: of the three coils two are states, which the
    compiler finds by differentiating that sum.
  "));
end Inverter;
