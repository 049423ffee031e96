//! tol 1e-6 1e-9
//! 0.5: y = 0.5 +- 1e-6
//! 1.5: y = 1.75 +- 1e-6
//! 2.5: y = 3.375 +- 1e-6
model reads_itself
  Real y;
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  y = x + delay(0.5*y, 1);
end reads_itself;
