model boolean_equals_real
  Boolean b;
equation
  b = 1.5;
end boolean_equals_real;
