//= mean(load.v, last=20m) = 535.476 +- 0.8
//= rms(l[1].i, last=20m) = 10.8023 +- 0.1
//= events 93
//= without liqss2: thousands of events
model six_pulse_arrays "Three-phase bridge with line coils and a capacitor, from arrays of parts"
  import Saltus.Electrical.*;
  SineVoltage v[3](each V = 325, phase = {0, -2.0943951, 2.0943951});
  Inductor l[3](each L = 1e-3);
  IdealDiode up[3], low[3];
  Capacitor c(C = 1e-3);
  Resistor load(R = 50);
  Ground ground;
equation
  for k in 1:3 loop
    connect(v[k].n, ground.p);
    connect(v[k].p, l[k].p);
    connect(l[k].n, up[k].p);
    connect(l[k].n, low[k].n);
    connect(up[k].n, load.p);
    connect(low[k].p, load.n);
  end for;
  connect(c.p, load.p);
  connect(c.n, load.n);
  annotation(experiment(StopTime = 0.1));
end six_pulse_arrays;
