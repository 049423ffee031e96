//! tol 1e-6 1e-9
//! 1: y = 2 +- 1e-5
model self
  Real x(start = 0, fixed = true), y;
equation
  der(x) = 1;
  y = x + y/2;
end self;
