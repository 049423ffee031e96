model one_too_many
  Real x, y;
initial equation
  x = 1;
  y = 2;
  x + y = 3;
equation
  der(x) = 1;
  der(y) = 1;
end one_too_many;
