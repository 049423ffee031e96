package P
end P;
function f
  output Real y = 1;
algorithm
end f;
model A
end A;
model c
  A a;
  P p;
  f g;
  Real x;
  x y;
end c;
