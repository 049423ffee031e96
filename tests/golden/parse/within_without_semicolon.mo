within A.B
model M
  Real x;
end M;
