model branch_of_other_size_at_run
  Real x[2], y[2];
equation
  if time > 0.5 then
    x = {1, 2};
  else
    x = {1, 2, 3};
  end if;
  y = if time > 0.5 then {1, 2} else {1, 2, 3};
end branch_of_other_size_at_run;
