model too_few
  Real x, y, z;
equation
  x + y = 1;
  x = 2;
end too_few;
