//! tol 1e-6 1e-8
//! 2: x = 1.5 +- 0.0003
model if_equations
  Real x(start = 0, fixed = true), u;
equation
  if time < 1 then
    u = 1;
  elseif time < 1.5 then
    u = 2;
  else
    u = -1;
  end if;
  der(x) = u;
  annotation(experiment(StopTime = 2));
end if_equations;
