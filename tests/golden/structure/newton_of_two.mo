model newton_of_two
  Real x, a(start = 1), b(start = 2);
equation
  a*b = x + 3;
  a*a + b*b = 10;
  der(x) = a - b;
end newton_of_two;
