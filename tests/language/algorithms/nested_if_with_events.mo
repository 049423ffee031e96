//! tol 1e-5 1e-7
//! 0.5: y = 0
//! 1.5: y = 10 +- 1e-6
//! 2.5: y = 25 +- 1e-2
model nested_if_with_events
  Real x(start = 0, fixed = true), y;
equation
  der(x) = 1;
algorithm
  y := 0;
  if x > 1 then
    if x > 2 then
      y := 10*x;
    else
      y := 10;
    end if;
  end if;
end nested_if_with_events;
