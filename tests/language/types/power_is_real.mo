//! 0: r = 8
//! 0: s = 0.25
model power_is_real
  Real r = 2^3;
  Real s = 2^(-2);
end power_is_real;
