model A
  Real x = 1;
end A;
model M = A;
