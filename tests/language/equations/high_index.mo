model high_index
  Real x(start = 1, fixed = true), y(start = 0, fixed = true), f;
equation
  der(x) = f;
  der(y) = 1;
  x + y = 1;
end high_index;
