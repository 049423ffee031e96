model A
  Real x;
end A;
model B
  Integer x;
end B;
model c
  extends A;
  extends B;
end c;
model d
  extends A;
  parameter Real x = 3;
end d;
model e
  c c1;
  d d1;
end e;
