model A
  final parameter Real a = 1;
  parameter Real b = 2;
  Real x(final unit = "V");
end A;
model B
  A a(final b = 3);
end B;
model D
  extends A(a = 6, b = 7);
end D;
model E
  extends D(final b = 8);
end E;
model c
  A a(a = 4), a2(x(unit = "A"));
  B b(a(b = 5));
  D d;
  E e(b = 9);
end c;
