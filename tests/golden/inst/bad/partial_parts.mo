partial model A
end A;
model B
  replaceable A x;
end B;
model c
  A a;
  B b;
end c;
