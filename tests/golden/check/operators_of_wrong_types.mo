model M
  Real x;
  Boolean b;
equation
  x = x + b;
  b = x and true;
  b = not x;
  x = -b;
  b = x < b;
  x = x + "a";
  b = "a" < 1;
end M;
