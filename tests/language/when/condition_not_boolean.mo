model condition_not_boolean
  Real x(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(x) = 1;
  when x then
    n = 1;
  end when;
end condition_not_boolean;
