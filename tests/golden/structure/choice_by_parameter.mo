model choice_by_parameter
  parameter Real a = 2;
  Real x, y, z;
equation
  if a > 1 then
    y = x;
    z = 2*y;
  else
    z = x;
    y = 3*z;
  end if;
  der(x) = y - z;
end choice_by_parameter;
