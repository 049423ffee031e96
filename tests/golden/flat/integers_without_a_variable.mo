model integers_without_a_variable
  Real x;
  Integer n, k;
  Boolean b;
equation
  der(x) = -x;
  n + k = 3;
  not b = x > 1;
  k = 1;
end integers_without_a_variable;
