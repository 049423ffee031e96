//! tol 1e-6 1e-9
//! 0.5: y = 0.5 +- 1e-5
//! 3: y = 1 +- 1e-5
model if_in_algorithm
  Real x(start = 0, fixed = true);
  Real y;
equation
  der(x) = 1;
algorithm
  y := x;
  if x > 1 then
    y := 1;
  end if;
end if_in_algorithm;
