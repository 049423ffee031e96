// m x'' = F - d v with F given by the acceleration: a loop through der(v).
//! tol 1e-6 1e-9
//! 1: v = 0.5 +- 1e-5
model state_derivative_in_loop
  Real v(start = 0, fixed = true), F;
equation
  der(v) = F;
  F = 1 - der(v);
end state_derivative_in_loop;
