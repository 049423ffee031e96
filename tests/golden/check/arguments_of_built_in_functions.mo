model M
  Real x, a[2];
equation
  x = sin();
  x = sin(1, 2);
  x = atan2(1);
  x = sqrt(true);
  x = max(1);
  x = max(a, a);
  x = atan2(a, {1, 2, 3});
  x = sin(u = 1);
  x = sum(1);
  x = size(x, 1);
  x = size(a, 3);
  x = ndims(a) + scalar(a);
end M;
