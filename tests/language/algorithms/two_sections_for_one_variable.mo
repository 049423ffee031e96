model two_sections_for_one_variable
  Real x, y;
algorithm
  x := time;
  y := x;
algorithm
  x := 2*time;
end two_sections_for_one_variable;
