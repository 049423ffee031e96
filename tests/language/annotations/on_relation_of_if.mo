//! 1: x = 1 +- 1e-6
model on_relation_of_if
  Real x(start = 0, fixed = true);
equation
  if x > 5 then
    der(x) = 0;
  else
    der(x) = 1;
  end if annotation(__Saltus_unilateral = true);
end on_relation_of_if;
