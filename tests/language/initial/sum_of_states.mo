//! 0: x = 2
//! 0: y = 3
model sum_of_states
  Real x(start = 2, fixed = true), y;
initial equation
  x + y = 5;
equation
  der(x) = 0;
  der(y) = 0;
end sum_of_states;
