//! 0: a = -9
//! 0: b = 9
//! 0: c = 0.125
//! 0: d = -6
//! 0: e = 5
model unary_and_power
  Real x = 3, a = -x^2, b = (-x)^2, c = 2^(-3), d = -2*x, e = 2 - (-x);
end unary_and_power;
