//! 0: x = 3 +- 1e-9
//! 0: y = 1 +- 1e-9
model mixed_starts
  Real x, y(start = 1, fixed = true);
initial equation
  x + y = 4;
equation
  der(x) = 0;
  der(y) = 0;
end mixed_starts;
