model branches_with_different_numbers
  Real x, y, z;
equation
  der(x) = -x;
  if x > 1 then
    y = 1;
    z = 2;
  else
    y = 2;
  end if;
end branches_with_different_numbers;
