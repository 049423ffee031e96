model A
  Real x;
end A;
model c
  A a[:];
  A b[2, 2];
  Real y = b[1, 2, 1].x;
end c;
