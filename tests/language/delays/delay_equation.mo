// x' = -x(t - 1), x = 1 before: x(1) = 0, x(2) = -1/2, x(3) = -1/6
//! method qss3
//! tol 1e-6 1e-8
//! 1: x = 0 +- 1e-4
//! 2: x = -0.5 +- 1e-4
//! 3: x = -0.1666667 +- 1e-3
model delay_equation
  Real x(start = 1, fixed = true);
equation
  der(x) = -delay(x, 1);
end delay_equation;
