//! tol 1e-5 1e-7
//! 0.5: x = 0.5 +- 1e-4
//! 1.5: x = 2 +- 1e-4
//! 2.5: x = 2.5 +- 1e-3
//! 4: x = 2.5 +- 1e-3
model if_equation_with_events_in_branches
  "slopes 1 to x = 1, then 2; after t = 2 (x = 3) -1 above 2.5 and 0 below"
  Real x(start = 0, fixed = true);
equation
  if time < 2 then
    if x < 1 then
      der(x) = 1;
    else
      der(x) = 2;
    end if;
  else
    if x > 2.5 then
      der(x) = -1;
    else
      der(x) = 0;
    end if;
  end if;
end if_equation_with_events_in_branches;
