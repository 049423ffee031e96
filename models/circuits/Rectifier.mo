model Rectifier "A full bridge of ideal diodes with a smoothing capacitor"
  import Saltus.Electrical.*;
  SineVoltage source(V = 325, f = 50);
  Resistor line(R = 0.5) "of the source";
  IdealDiode d1, d2, d3, d4;
  Capacitor capacitor(C = 1e-3, v(start = 0, fixed = true, nominal = 100));
  Resistor load(R = 100);
  Ground ground;
equation
  connect(source.p, line.p);
  connect(line.n, d1.p);
  connect(line.n, d3.n);
  connect(source.n, d2.p);
  connect(source.n, d4.n);
  connect(d1.n, capacitor.p);
  connect(d2.n, capacitor.p);
  connect(d3.p, capacitor.n);
  connect(d4.p, capacitor.n);
  connect(load.p, capacitor.p);
  connect(load.n, capacitor.n);
  connect(capacitor.n, ground.p);
  annotation(experiment(StopTime = 0.1, Interval = 1e-4), __Saltus_watch = {"capacitor.v", "source.v", "line.i"},
    Documentation(info = "
    Four diodes that conduct or block, none of which could be solved alone: at an event the modes of
    all are found together. The capacitor is charged near the peaks only; the first charging pulse is
    limited by the resistance of the source alone.
  "));
end Rectifier;
