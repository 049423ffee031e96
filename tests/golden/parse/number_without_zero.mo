model M
  Real x, y;
equation
  x = .5 + 2.5e-3;
end M;
