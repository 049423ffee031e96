//! 2.5: n = 2
//! 4.5: n = 4
model integer_of_state
  Real x(start = 0, fixed = true);
  Integer n = integer(x);
equation
  der(x) = 1;
end integer_of_state;
