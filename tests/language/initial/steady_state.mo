//! 0: x = 2 +- 1e-9
//! 5: x = 2 +- 1e-3
model steady_state
  Real x;
initial equation
  der(x) = 0;
equation
  der(x) = 4 - 2*x;
end steady_state;
