model M
  Real x, y;
equation
  der(x) = -x
end M;
