model M
  Real a[2], b[2];
  Boolean c;
equation
  c = a < b;
  a = {1, 2};
  b = {1, 2};
end M;
