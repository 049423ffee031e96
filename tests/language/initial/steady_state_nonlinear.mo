//! 0: x = 1.5 +- 1e-9
model steady_state_nonlinear
  Real x(start = 1);
initial equation
  der(x) = 0;
equation
  der(x) = 2.25 - x^2;
end steady_state_nonlinear;
