//= mean(load.v, last=1m) = 17.4522 +- 0.03
//= max(l.i, last=1m) = 0.84332 +- 0.01
//= events 500
model buck_light "Buck converter in discontinuous conduction"
  import Saltus.Electrical.*;
  ConstantVoltage source(V = 24);
  Saltus.Blocks.BooleanPulse gate(period = 2e-5, width = 0.3);
  IdealSwitch s;
  IdealDiode d;
  Inductor l(L = 47e-6);
  Capacitor c(C = 10e-6);
  Resistor load(R = 100);
  Ground ground;
equation
  connect(source.p, s.p);
  connect(ground.p, source.n);
  connect(ground.p, d.p);
  connect(ground.p, c.n);
  connect(ground.p, load.n);
  connect(gate.y, s.control);
  connect(s.n, d.n);
  connect(s.n, l.p);
  connect(l.n, c.p);
  connect(l.n, load.p);
  annotation(experiment(StopTime = 0.005));
end buck_light;
