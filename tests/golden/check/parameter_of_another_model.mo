model A
  parameter Real p = 1;
  Real x = p;
end A;
model M
  Real x = A.p;
end M;
