x = 3;
model M
  Real x;
end M;
end N;
