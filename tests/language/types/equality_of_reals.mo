model equality_of_reals
  Real x(start = 0, fixed = true);
  Real y = if x == 1 then 2 else 3;
equation
  der(x) = 1;
end equality_of_reals;
