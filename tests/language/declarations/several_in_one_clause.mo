//! 0: a = 1
//! 0: b = 2
//! 0: c = 3
model several_in_one_clause
  Real a, b, c;
equation
  a = 1;
  b = a + 1;
  c = b + 1;
end several_in_one_clause;
