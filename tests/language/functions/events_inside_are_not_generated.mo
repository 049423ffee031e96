//! tol 1e-5 1e-7
//! 0.5: y = 0.5 +- 1e-4
//! 2: y = 1
//! 4: y = 0
model events_inside_are_not_generated
  function clip
    input Real x;
    output Real y;
  algorithm
    if x > 1 then
      y := 1;
    elseif x < 0 then
      y := 0;
    else
      y := x;
    end if;
  end clip;
  Real x(start = 0, fixed = true);
  Real y = clip(x);
equation
  der(x) = if time < 2 then 1 else -2;
end events_inside_are_not_generated;
