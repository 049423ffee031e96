//! method qss3
//! tol 1e-7 1e-9
//! 6.283185307179586e-3: c.v = 5 +- 2e-3
//! 6.283185307179586e-3: energy = 1.25e-5 +- 1e-8
//! 1.5707963267948966e-3: l.i = 5e-3 +- 2e-6
model lc "5 V on 1 uF swing through 1 H with period 2 pi ms"
  import Saltus.Electrical.*;
  Capacitor c(C = 1e-6, v(start = 5, fixed = true));
  Inductor l(L = 1);
  Ground ground;
  Real energy = c.C*c.v^2/2 + l.L*l.i^2/2;
equation
  connect(c.p, l.p);
  connect(c.n, l.n);
  connect(c.n, ground.p);
  annotation(experiment(StopTime = 7e-3));
end lc;
