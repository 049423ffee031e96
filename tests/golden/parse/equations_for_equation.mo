model M
  Real x(start = 1, fixed = true);
equations
  der(x) = -x;
end M;
