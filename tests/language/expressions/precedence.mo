//! 0: a = 7
//! 0: b = -4
//! 0: c = 512
//! 0: d = -6
//! 0: e = 0.5
model precedence
  Real a = 1 + 2*3;
  Real b = -2^2;
  Real c = 2^(3^2);
  Real d = -2*3;
  Real e = 4/2/4;
end precedence;
