model BuckStage "A buck converter without its output capacitor"
  import Saltus.Electrical.*;
  parameter Real T(unit = "s") = 1e-4 "period";
  parameter Real begin(unit = "s") = 0 "of the first period";
  Interfaces.PositivePin supply;
  Interfaces.PositivePin out;
  Interfaces.NegativePin ground;
  Switch switch(Ron = 1e-6, Roff = 1e6);
  Diode diode(Ron = 1e-6, Roff = 1e6);
  Inductor coil(L = 1e-4, i(start = 0, fixed = true, nominal = 1));
  Saltus.Blocks.BooleanPulse clock(period = T, width = 0.5, startTime = begin);
equation
  connect(supply, switch.p);
  connect(switch.n, coil.p);
  connect(diode.n, coil.p);
  connect(diode.p, ground);
  connect(coil.n, out);
  connect(clock.y, switch.control);
end BuckStage;

model Bucks "N buck converters, switched one after the other, that feed one load"
  import Saltus.Electrical.*;
  parameter Integer N = 4 "stages";
  parameter Real T(unit = "s") = 1e-4 "period; a stage is closed for half of it";
  BuckStage stage[N](each T = T, begin = {(j - 1)*T/N for j in 1:N});
  ConstantVoltage supply(V = 24);
  Capacitor capacitor(C = 1e-4, v(start = 12, fixed = true, nominal = 10));
  Resistor load(R = 10/N);
  Ground ground;
equation
  for j in 1:N loop
    connect(supply.p, stage[j].supply);
    connect(stage[j].out, capacitor.p);
    connect(stage[j].ground, ground.p);
  end for;
  connect(supply.n, ground.p);
  connect(capacitor.n, ground.p);
  connect(load.p, capacitor.p);
  connect(load.n, ground.p);
  annotation(experiment(StopTime = 0.01, Interval = 1e-5),
             __Saltus_watch = {"capacitor.v", "stage[1].coil.i", "stage[2].coil.i"},
    Documentation(info = "
    models/buckn from parts: one array of N stages. The ripple of the output shrinks with N, since
    the stages take turns.
  "));
end Bucks;
