model too_many
  Real x, y;
equation
  x = 1;
  y = 2;
  x + y = 3;
end too_many;
