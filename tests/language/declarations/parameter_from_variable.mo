model parameter_from_variable
  Real x = time;
  parameter Real p = x;
end parameter_from_variable;
