//! 0: a = 3
//! 0: b = -3
//! 0: c = 1
//! 0: d = -1
//! 0: e = 1
model integer_division
  Integer a = div(7, 2);
  Integer b = div(-7, 2);
  Integer c = mod(-7, 2);
  Integer d = rem(-7, 2);
  Integer e = integer(1.9);
end integer_division;
