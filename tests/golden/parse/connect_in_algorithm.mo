model M
  Real x, y;
algorithm
  connect(x, y);
end M;
