//! 3: s = -1
//! 3: a = 1 +- 0.003
model abs_sign
  Real x(start = 2, fixed = true), a = abs(x), s = sign(x);
equation
  der(x) = -1;
end abs_sign;
