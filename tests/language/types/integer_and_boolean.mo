//! 0: n = 7
//! 0: b = true
//! 0: r = 7.5
model integer_and_boolean
  Integer n = 3 + 4;
  Boolean b = n > 5;
  Real r = n + 0.5;
end integer_and_boolean;
