//! 0: a = -1
//! 0: b = -6
//! 0: c = 5
//! 0: d = -1.5
//! 0: e = 0.125
//! 0: f = -10
//! 0: g = -18
//! 0: h = 14
//! 0: i = -1
model sign_behind_operator
  parameter Real x = 2, y = 3, z = 4;
  Real a = x + -y, b = x*-y, c = x - -y, d = y/-x, e = x^-y;
  Real f = x + -y*z "x - y z", g = x*-y^2 "the power first", h = x - -y*z, i = -x + +1;
end sign_behind_operator;
