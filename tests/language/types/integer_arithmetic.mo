//! 0: a = -2
//! 0: b = 2
//! 0: c = -1
//! 0: d = -3
//! 0: e = 3
//! 0: f = 1
model integer_arithmetic
  Integer a = div(-8, 3), b = integer(mod(-7, 3)), c = rem(-7, 3), d = integer(floor(-2.5));
  Integer e = max({1, 3, 2}), f = min(4, 1);
end integer_arithmetic;
