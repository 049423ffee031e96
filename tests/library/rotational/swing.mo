//! method qss3
//! tol 1e-7 1e-9
//! 3.141592653589793: j.phi = -1 +- 1e-3
//! 6.283185307179586: j.phi = 1 +- 1e-3
//! 6.283185307179586: energy = 2 +- 1e-3
//! 1: k.w = 3.6787944117144233 +- 1e-3
//! 2: q.phi = 0.36787944117144233 +- 1e-3
model swing "A spring; a damper; both, without any inertia but the frame's"
  import Saltus.Rotational.*;
  Fixed wall;
  Spring c(c = 4);
  Inertia j(J = 4, phi(start = 1, fixed = true));
  Fixed floor;
  Damper d(d = 2);
  Inertia k(J = 2, w(start = 10, fixed = true));
  Fixed frame;
  SpringDamper both(c = 0.5, d = 1, phi_rel(start = 1));
  AngleSensor q;
  Real energy = c.c*c.phi_rel^2/2 + j.J*j.w^2/2;
equation
  connect(wall.flange, c.flange_a);
  connect(c.flange_b, j.flange_a);
  connect(floor.flange, d.flange_a);
  connect(d.flange_b, k.flange_a);
  connect(frame.flange, both.flange_a);
  connect(both.flange_b, q.flange);
  annotation(experiment(StopTime = 7));
end swing;
