model comparison_in_equation
  Real x;
equation
  x == 1;
end comparison_in_equation;
