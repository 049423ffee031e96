//= final(op.out.v) = 1 +- 0.005
//= max(op.out.v) = 1.04321 +- 0.005
//= events 0
model sallen_key "Sallen-Key low-pass, step"
  import Saltus.Electrical.*;
  TableVoltage source(table = [0, 0; 1e-3, 0; 1e-3, 1]);
  Resistor r1(R = 10e3);
  Resistor r2(R = 10e3);
  Capacitor c1(C = 20e-9);
  Capacitor c2(C = 10e-9);
  IdealOpAmp op;
  Ground ground;
equation
  connect(source.p, r1.p);
  connect(ground.p, source.n);
  connect(ground.p, c2.n);
  connect(r1.n, r2.p);
  connect(r1.n, c1.p);
  connect(r2.n, c2.p);
  connect(r2.n, op.in_p);
  connect(c1.n, op.in_n);
  connect(c1.n, op.out);
  annotation(experiment(StopTime = 0.01));
end sallen_key;
