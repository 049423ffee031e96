model state_assigned_in_algorithm
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
algorithm
  when x > 1 then
    x := 0;
  end when;
end state_assigned_in_algorithm;
