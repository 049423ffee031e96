//= rms(load.i, last=20m) = 10.5188 +- 0.03
//= max(load.i, last=20m) = 15.9125 +- 0.1
//= events 1020
model inverter "Single-phase inverter of IGBTs with sine modulation and dead time"
  import Saltus.Electrical.*;
  ConstantVoltage source(V = 100);
  IGBT s1;
  IGBT s2;
  IGBT s3;
  IGBT s4;
  Saltus.Blocks.Triangle carrier(f = 2000, low = -1, high = 1);
  Inductor l(L = 5e-3);
  Resistor load(R = 5);
  Ground ground;
equation
  connect(source.p, s1.p);
  connect(source.p, s2.p);
  connect(ground.p, source.n);
  connect(ground.p, s3.n);
  connect(ground.p, s4.n);
  connect(s1.n, s3.p);
  connect(s1.n, l.p);
  connect(s2.n, s4.p);
  connect(s2.n, load.n);
  connect(l.n, load.p);
  s1.gate = 0.8*sin(314.159265*time) > carrier.y + 0.02;
  s4.gate = s1.gate;
  s2.gate = 0.8*sin(314.159265*time) < carrier.y - 0.02;
  s3.gate = s2.gate;
  annotation(experiment(StopTime = 0.04));
end inverter;
