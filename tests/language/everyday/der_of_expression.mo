//! tol 1e-6 1e-8
//! 1: y = 5 +- 0.001
//! 1: z = 2 +- 0.0004
model der_of_expression
  Real x(start = 0, fixed = true), y, z;
equation
  der(x) = 1;
  y = 5*der(x);
  z = der(x^2);
  annotation(experiment(StopTime = 1));
end der_of_expression;
