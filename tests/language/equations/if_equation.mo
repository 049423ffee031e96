//! tol 1e-6 1e-9
//! 1: x = 1 +- 1e-5
//! 3: x = 1 +- 1e-4
//! 3: y = -1
model if_equation
  Real x(start = 0, fixed = true);
  Real y;
equation
  if time < 2 then
    der(x) = y;
    y = 1;
  else
    y = -1;
    der(x) = y;
  end if;
end if_equation;
