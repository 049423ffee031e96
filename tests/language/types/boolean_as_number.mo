model boolean_as_number
  Boolean b = true;
  Real r = b + 1;
end boolean_as_number;
