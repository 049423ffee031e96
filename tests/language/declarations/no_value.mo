model no_value
  parameter Real p;
  Real x = p;
end no_value;
