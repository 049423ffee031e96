model A
  parameter Real a = 1;
protected
  Real x = a;
  parameter Real p = 2;
end A;
model B
  extends A(p = 3);
end B;
model c
  A a(p = 4);
  B b(p = 5);
  Real y = a.x + b.x;
end c;
