//! 0: x = 3
//! 1: x = 4 +- 1e-9
model initial_equation
  Real x;
initial equation
  x = 3;
equation
  der(x) = 1;
end initial_equation;
