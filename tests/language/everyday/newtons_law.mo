//! tol 1e-6 1e-8
//! 1: x = 0.5 +- 0.0002
model newtons_law
  parameter Real m = 2, F = 2;
  Real x(start = 0, fixed = true), v(start = 0, fixed = true), a;
equation
  v = der(x);
  a = der(v);
  m*a = F;
  annotation(experiment(StopTime = 1));
end newtons_law;
