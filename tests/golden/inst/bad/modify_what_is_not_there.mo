model A
  parameter Real resistance = 1;
  Real v;
end A;
model B
  extends A(voltage = 3);
end B;
model c
  A a(resistence = 5), b(w(start = 1)), d(v(strat = 2), v.start = 3);
  A e(resistance.x = 2);
  B f;
end c;
