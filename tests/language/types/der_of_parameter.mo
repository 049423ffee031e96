//! 0: x = 0
model der_of_parameter
  parameter Real p = 1;
  Real x;
equation
  x = der(p);
end der_of_parameter;
