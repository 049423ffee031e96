model assignment_in_equation
  Real x;
equation
  x := 1;
end assignment_in_equation;
