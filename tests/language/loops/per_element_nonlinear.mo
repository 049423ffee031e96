//! tol 1e-6 1e-9
//! 0: y[1] = 1 +- 1e-9
//! 0: y[2] = 2 +- 1e-9
//! 0: y[3] = 3 +- 1e-9
//! 1: x[2] = 12 +- 1e-3
// y^3 + y = c: c = 2, 10, 30; x' = y.
model per_element_nonlinear
  parameter Real c[3] = {2, 10, 30};
  Real x[3](each start = 10, each fixed = true);
  Real y[3](each start = 1);
equation
  for i in 1:3 loop
    y[i]^3 + y[i] = c[i];
    der(x[i]) = y[i];
  end for;
end per_element_nonlinear;
