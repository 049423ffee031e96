model M
  Real x, y;
equation
  connect(x + 1, y);
  connect(x y);
end M;
