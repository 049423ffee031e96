model A
  parameter Real a = 1;
  Real x(start = 0);
end A;
model B
  A a[2];
end B;
model c
  A a[3](a = 4, x(start = -2));
  B b[2](a(a = 1));
end c;
