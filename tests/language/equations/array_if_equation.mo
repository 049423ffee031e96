//! tol 1e-6 1e-9
//! 1: x[1] = 1 +- 1e-4
//! 3: x[1] = 1 +- 1e-3
//! 3: x[2] = 0 +- 1e-3
model array_if_equation
  Real x[2](each start = 0, each fixed = true);
equation
  if time < 2 then
    der(x) = {1, 2};
  else
    der(x) = {-1, -4};
  end if;
end array_if_equation;
