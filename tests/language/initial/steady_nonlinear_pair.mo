//! 0: x = 2 +- 1e-8
//! 0: y = 4 +- 1e-8
model steady_nonlinear_pair
  Real x(start = 1.5), y(start = 3);
initial equation
  der(x) = 0;
  der(y) = 0;
equation
  der(x) = y - x^2;
  der(y) = 8 - x*y;
end steady_nonlinear_pair;
