// The sum of the currents of both coils jumps.
model Star
  import Saltus.Electrical.*;
  PulseCurrent pulse(I = 2, period = 1e-3);
  Inductor a(L = 1e-3), b(L = 2e-3);
  Resistor ra(R = 1), rb(R = 1);
  Ground ground;
equation
  connect(pulse.p, a.p);
  connect(pulse.p, b.p);
  connect(a.n, ra.p);
  connect(b.n, rb.p);
  connect(ra.n, ground.p);
  connect(rb.n, ground.p);
  connect(pulse.n, ground.p);
end Star;
