//= rms(load.i, last=10m) = 0.345739 +- 0.01
//= max(load.i, last=10m) = 0.606956 +- 0.02
//= events 158
model h_bridge "H bridge of MOSFETs with a coil and a resistor"
  import Saltus.Electrical.*;
  ConstantVoltage source(V = 24);
  Saltus.Blocks.BooleanPulse w(period = 1e-3, width = 0.5);
  MOSFET s1;
  MOSFET s2;
  MOSFET s3;
  MOSFET s4;
  Inductor l(L = 10e-3);
  Resistor load(R = 4);
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
  s1.gate = w.y;
  s4.gate = w.y;
  s2.gate = not w.y;
  s3.gate = not w.y;
  annotation(experiment(StopTime = 0.02));
end h_bridge;
