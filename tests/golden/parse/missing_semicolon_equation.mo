model M
  Real x, y;
equation
  der(x) = -x
  y = x;
end M;
