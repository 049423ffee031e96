model A
  Real x;
end A;
model M
  extends A;
equation
  x = 1;
end M;
