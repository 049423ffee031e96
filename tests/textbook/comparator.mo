//= mean(c.v) = -1.68263 +- 0.02
//= max(c.v) = 6.94865 +- 0.02
//= events 8
model comparator "Comparator without feedback drives a filter"
  import Saltus.Electrical.*;
  SineVoltage source(V = 5);
  ConstantVoltage ref(V = 2);
  OpAmp op;
  Resistor r(R = 10e3);
  Capacitor c(C = 1e-6);
  Ground ground;
equation
  connect(source.p, op.in_p);
  connect(ground.p, source.n);
  connect(ground.p, ref.n);
  connect(ground.p, c.n);
  connect(ref.p, op.in_n);
  connect(op.out, r.p);
  connect(r.n, c.p);
  annotation(experiment(StopTime = 0.04));
end comparator;
