model M
  Real x(start = y);
  Real y = time;
equation
  der(x) = 1;
end M;
