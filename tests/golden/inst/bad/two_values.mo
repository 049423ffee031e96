model A
  parameter Real a = 1;
  Real x(start = 1, start = 2);
end A;
model B
  extends A(a = 3, a = 4);
end B;
model c
  A a(a = 5, x(start = 6), a = 7);
  B b;
end c;
