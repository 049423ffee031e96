model cyclic_parameters
  parameter Real a = b;
  parameter Real b = a + 1;
  Real x = a;
end cyclic_parameters;
