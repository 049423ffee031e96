model if_equation_without_else
  Real x(start = 0, fixed = true);
equation
  if x < 1 then
    der(x) = 1;
  end if;
end if_equation_without_else;
