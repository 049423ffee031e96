//! 0: x = 5 +- 1e-9
//! 0: y = 11 +- 1e-9
model of_an_algebraic
  Real x, y = 2*x + 1;
initial equation
  y = 11;
equation
  der(x) = -x;
end of_an_algebraic;
