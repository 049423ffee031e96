model Coil
  import Saltus.Electrical.*;
  PulseCurrent pulse(I = 2, period = 1e-3);
  Inductor l(L = 1e-3);
  Ground ground;
equation
  connect(pulse.p, l.p);
  connect(pulse.n, l.n);
  connect(pulse.n, ground.p);
end Coil;
