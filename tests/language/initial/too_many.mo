model too_many
  Real x(start = 1, fixed = true);
initial equation
  x = 2;
equation
  der(x) = 1;
end too_many;
