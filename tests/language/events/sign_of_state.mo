//! tol 1e-6 1e-9
//! 2: y = 0 +- 1e-5
model sign_of_state
  Real x(start = -1, fixed = true);
  Real y(start = 0, fixed = true);
equation
  der(x) = 1;
  der(y) = sign(x);
end sign_of_state;
