model too_many_initial_equations
  Real x, y(start = 1, fixed = true);
initial equation
  x = 1;
  x + y = 2;
equation
  der(x) = y;
  der(y) = x;
end too_many_initial_equations;
