//! 0: a[2] = 6
//! 0: b[2] = 8
//! 0: c[2] = 2
//! 0: d[2] = 4
//! 0: e[2] = 16
//! 0: f[1] = -1
model elementwise
  Real v[2] = {1, 2};
  Real w[2] = {3, 4};
  Real a[2] = v + w;
  Real b[2] = v .* w;
  Real c[2] = w ./ v;
  Real d[2] = 2*v;
  Real e[2] = w .^ v;
  Real f[2] = -v;
end elementwise;
