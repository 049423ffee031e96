model M
  Real x, y;
equation
  x = f("äöü", "日本") 3;
end M;
