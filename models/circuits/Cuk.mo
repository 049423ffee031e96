model CukStage "A Cuk converter without its output capacitor"
  import Saltus.Electrical.*;
  parameter Real T(unit = "s") = 1e-4 "period";
  parameter Real begin(unit = "s") = 0 "of the first period";
  Interfaces.PositivePin supply;
  Interfaces.NegativePin out "negative against the ground";
  Interfaces.NegativePin ground;
  Inductor coil1(L = 1e-4, i(start = 0, fixed = true, nominal = 1));
  Inductor coil2(L = 1e-4, i(start = 0, fixed = true, nominal = 1));
  Capacitor capacitor(C = 1e-4, v(start = 0, fixed = true, nominal = 10));
  Switch switch(Ron = 1e-5, Roff = 1e5);
  Diode diode(Ron = 1e-5, Roff = 1e5);
  Saltus.Blocks.BooleanPulse clock(period = T, width = 0.25, startTime = begin);
equation
  connect(supply, coil1.p);
  connect(coil1.n, switch.p);
  connect(coil1.n, capacitor.p);
  connect(capacitor.n, diode.p);
  connect(coil2.n, diode.p);
  connect(coil2.p, out);
  connect(switch.n, ground);
  connect(diode.n, ground);
  connect(clock.y, switch.control);
end CukStage;

model Cuk "N Cuk converters, switched one after the other, that feed one load"
  import Saltus.Electrical.*;
  parameter Integer N = 4 "stages";
  parameter Real T(unit = "s") = 1e-4 "period; a stage is closed for a quarter of it";
  CukStage stage[N](each T = T, begin = {(j - 1)*T/N for j in 1:N});
  ConstantVoltage supply(V = 24);
  Capacitor capacitor(C = 1e-4, v(start = 0, fixed = true, nominal = 10)) "its p is the ground";
  Resistor load(R = 10);
  Ground ground;
equation
  for j in 1:N loop
    connect(supply.p, stage[j].supply);
    connect(stage[j].out, capacitor.n);
    connect(stage[j].ground, ground.p);
  end for;
  connect(supply.n, ground.p);
  connect(capacitor.p, ground.p);
  connect(load.p, ground.p);
  connect(load.n, capacitor.n);
  annotation(experiment(StopTime = 0.02, Interval = 2e-5),
             __Saltus_watch = {"capacitor.v", "stage[1].coil1.i", "stage[1].capacitor.v"},
    Documentation(info = "
    models/cuk from parts: an array of N stages, each a circuit of its own with its own clock. The
    stages are not written out, so N may be large; they meet in the output capacitor alone.
  "));
end Cuk;
