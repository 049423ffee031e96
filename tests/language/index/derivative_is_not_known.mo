function f
  input Real x;
  output Real y;
algorithm
  y := x;
  while y > 1 loop
    y := y - 1;
  end while;
end f;

model derivative_is_not_known
  Real x(start = 1), y, g;
equation
  der(x) = -x + g;
  der(y) = -g;
  y = f(x);
end derivative_is_not_known;
