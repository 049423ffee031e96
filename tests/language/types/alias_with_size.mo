//! 0: r = 6
model alias_with_size
  type Vector = Real[3];
  Vector v = {1, 2, 3};
  Real r = sum(v);
end alias_with_size;
