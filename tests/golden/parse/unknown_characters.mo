model M
  Real x, y;
equation
  x = 1 @ 2;
  y = `a`;
  x = $y;
  # a comment
end M;
