model derivative_assigned
  Real x(start = 0, fixed = true);
algorithm
  der(x) := 2;
end derivative_assigned;
