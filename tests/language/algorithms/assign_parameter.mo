model assign_parameter
  parameter Real p = 1;
  Real x;
algorithm
  p := 2;
  x := p;
end assign_parameter;
