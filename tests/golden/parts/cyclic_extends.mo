model A
  extends B;
  Real x;
end A;

model B
  extends C;
end B;

model C
  extends A;
end C;

model Top
  A a;
end Top;
