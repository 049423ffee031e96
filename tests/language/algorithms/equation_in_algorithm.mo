model equation_in_algorithm
  Real x;
algorithm
  x = 1;
end equation_in_algorithm;
