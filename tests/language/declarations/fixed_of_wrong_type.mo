model fixed_of_wrong_type
  Real x(start = 1, fixed = 1);
equation
  der(x) = -x;
end fixed_of_wrong_type;
