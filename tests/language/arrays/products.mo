//! 0: s = 11
//! 0: mv[1] = 5
//! 0: mv[2] = 11
//! 0: vm[2] = 10
//! 0: mm[2,1] = 15
model products
  Real v[2] = {1, 2};
  Real w[2] = {3, 4};
  Real m[2, 2] = {{1, 2}, {3, 4}};
  Real s = v*w;
  Real mv[2] = m*v;
  Real vm[2] = v*m;
  Real mm[2, 2] = m*{{1, 2}, {3, 4}};
end products;
