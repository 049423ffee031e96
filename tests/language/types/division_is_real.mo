//! 0: r = 0.333333333333333 +- 1e-12
//! 0: s = 3.5
model division_is_real
  parameter Integer n = 7;
  Real r = 1/3;
  Real s = n/2;
end division_is_real;
