// The voltage of the capacitor follows from the circuit; the model sets it once more.
model Filter
  import Saltus.Electrical.*;
  SineVoltage source(V = 1, f = 50);
  Resistor r(R = 100);
  Capacitor c(C = 1e-6);
  Ground ground;
equation
  connect(source.p, r.p);
  connect(r.n, c.p);
  connect(c.n, source.n);
  connect(source.n, ground.p);
  r.i = 0.01;
end Filter;
