//! tol 1e-6 1e-8
//! 2: q = -3 +- 0.0006
model semi_linear
  Real m, q;
equation
  m = 1 - time;
  q = semiLinear(m, 2, 3);
  annotation(experiment(StopTime = 2));
end semi_linear;
