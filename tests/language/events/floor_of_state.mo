//! tol 1e-7 1e-9
//! 3.5: y = 4.5 +- 1e-4
//! 3.5: n = 3
model floor_of_state
  Real x(start = 0, fixed = true);
  Real y(start = 0, fixed = true);
  Real n = floor(x);
equation
  der(x) = 1;
  der(y) = floor(x);
end floor_of_state;
