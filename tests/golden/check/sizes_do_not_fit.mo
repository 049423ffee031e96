model M
  Real a[2], b[3], c[2, 3];
equation
  a = a + b;
  b = c*a;
  a = a*a*{1, 2};
  c = a*b;
  a = {1, 2} + 1;
  b = 1/b;
  a = a^2;
  c = c ./ a;
end M;
