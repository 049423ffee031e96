//! 1: s = 3.5 +- 1e-9
//! 1: jd = 7
//! 1: kd = 9
model m6 "integer() of something that jumps"
  discrete Real x(start = 3, fixed = true), y(start = 3, fixed = true), z(start = 3.2, fixed = true);
  Integer ix = integer(x), iy = integer(y), iz = integer(z), jd, kd;
  Real s(start = 0, fixed = true);
equation
  when time > 0.5 then
    x = 4; y = 7.5; z = 9;
  end when;
  jd = integer(delay(y, 0.01));
  kd = integer(delay(z, 0.01));
  der(s) = ix;
end m6;
