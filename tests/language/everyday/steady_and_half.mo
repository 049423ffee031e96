//! 0: x = 2 +- 1e-9
//! 1: y = 1 +- 1e-6
model steady_and_half
  "a state starts at rest, another at half of it"
  Real x, y;
initial equation
  der(x) = 0; y = x/2;
equation
  der(x) = 4 - 2*x; der(y) = x - 2;
end steady_and_half;
