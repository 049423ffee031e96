function f
  output Real y = 1;
algorithm
end f;
