model M
  Real x;
  der(x) = -x;
  y = 2;
end M;
