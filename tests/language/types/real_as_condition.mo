model real_as_condition
  Real r = if 1.0 then 2 else 3;
end real_as_condition;
