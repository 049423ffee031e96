model M
  Real x, y;
equation
  x = 1;
  annotation(a = 1);
  annotation(b = 2);
end M;
