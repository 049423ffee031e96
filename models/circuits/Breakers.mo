model Breakers "N lines between two buses, each with a breaker: when the first trips, the others follow"
  import Saltus.Electrical.*;
  parameter Integer N = 640 "lines";
  parameter Real I0(unit = "A") = 10 "trips the first line";
  ConstantVoltage supply(V = 48);
  Breaker breaker[N](Itrip = {I0*(1 + 0.5*(j - 1)/N) for j in 1:N}, each Ron = 1e-3, each Roff = 1e4);
  Resistor wire[N](each R = 0.5);
  Inductor line[N](each L = 1e-3, each i(start = 0, fixed = true, nominal = 10));
  Capacitor bus(C = 1e-3*N, v(start = 48, fixed = true, nominal = 48));
  SignalCurrent load;
  Saltus.Blocks.Ramp demand(height = 12*N, duration = 0.1) "current of the load";
  Diode clamp(Ron = 1e-4, Roff = 1e4) "takes over when all lines are open";
  Ground ground;
equation
  for j in 1:N loop
    connect(supply.p, breaker[j].p);
    connect(breaker[j].n, wire[j].p);
    connect(wire[j].n, line[j].p);
    connect(line[j].n, bus.p);
  end for;
  connect(load.p, bus.p);
  connect(load.n, ground.p);
  connect(clamp.p, ground.p);
  connect(clamp.n, bus.p);
  connect(bus.n, ground.p);
  connect(supply.n, ground.p);
  connect(demand.y, load.i);
  annotation(experiment(StopTime = 0.15, Interval = 1e-4),
             __Saltus_watch = {"bus.v", "line[1].i", "line[320].i", "line[640].i"},
             __Saltus_tolerance = 1e-3, __Saltus_absTolerance = 1e-3,
    Documentation(info = "
    The load asks for more and more current. When line 1 trips at I0, the others take its share, the
    next one trips sooner, and within a few milliseconds all are open. Each line is one element of four
    arrays; N may be large.
  "));
end Breakers;
