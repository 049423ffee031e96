//! 0: r[1] = 9
//! 0: r[2] = 27
//! 0: r[3] = 2
//! 0: r[4] = 0.125
//! 0: r[5] = 81
//! 0: r[6] = 1
model powers
  parameter Real x = 3, h = 0.5;
  Real r[6] = {x^2, x^3, 4^h, h^3, x^4, x^0};
end powers;
