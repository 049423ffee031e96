model product_shapes
  Real m[2, 3] = fill(1.0, 2, 3);
  Real v[2] = {1, 2};
  Real r[2] = m*v;
end product_shapes;
