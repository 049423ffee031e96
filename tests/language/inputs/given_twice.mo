model given_twice
  input Real u;
  Real x(start = 0, fixed = true);
equation
  der(x) = u;
  u = 3;
end given_twice;
