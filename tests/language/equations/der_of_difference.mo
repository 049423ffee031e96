model der_of_difference
  "a capacitor between two nodes whose potentials are no states"
  Real a, b, i;
equation
  a + b = 0;
  i = 1 - a;
  2*der(a - b) = i;
end der_of_difference;
