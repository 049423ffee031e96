//= ripple(c.v, last=2m) = 0.503095 +- 0.005
//= final(c.v) = -0.0453582 +- 0.005
//= events 0
model opamp_integrator "Integrator of a square wave"
  import Saltus.Electrical.*;
  PulseVoltage source(V = 2, offset = -1, period = 1e-3);
  Resistor r(R = 10e3);
  Capacitor c(C = 1e-7);
  Resistor leak(R = 1e6);
  OpAmp op;
  Ground ground;
equation
  connect(source.p, r.p);
  connect(ground.p, source.n);
  connect(ground.p, op.in_p);
  connect(r.n, c.p);
  connect(r.n, leak.p);
  connect(r.n, op.in_n);
  connect(c.n, leak.n);
  connect(c.n, op.out);
  annotation(experiment(StopTime = 0.02));
end opamp_integrator;
