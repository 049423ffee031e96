//! 0: a[3] = 3
//! 0: b[3] = 6
//! 0: c[2] = 4
//! 0: d[3] = 1
model ranges
  Integer a[3] = 1:3;
  Integer b[3] = 2:2:6;
  Integer c[3] = 5:-1:3;
  Real d[3] = 0:0.5:1;
end ranges;
