model M
  Real x, y;
equation
  x = 9223372036854775807;
  y = 9223372036854775808;
end M;
