//! 0: dot = 32
//! 0: c[1] = -3
//! 0: c[3] = -3
//! 0: row[2] = 15
//! 0: col[2] = 14
//! 0: mm[1,2] = 5
//! 0: o[2,3] = 12
model vector_products
  Real a[3] = {1, 2, 3}, b[3] = {4, 5, 6};
  Real M[2, 2] = [1, 2; 3, 4], v[2] = {3, 6};
  Real dot = a*b, c[3] = cross(a, b);
  Real row[2] = {v*M[:, 1] - 21 + 0, M[1, :]*v}, col[2] = {1, 14};
  Real mm[2, 2] = M*[1, 1; 0, 2];
  Real o[3, 3] = outerProduct(a, b);
end vector_products;
