//! 0.5: n = 0
//! 1.5: n = 1
//! 2.5: n = 2
//! 1.5: x = 0.5 +- 1e-6
//! 2.5: x = 2 +- 1e-6
model integer_from_relation
  Integer n;
  Real x(start = 0, fixed = true);
equation
  der(x) = n;
algorithm
  if time > 2 then
    n := 2;
  elseif time > 1 then
    n := 1;
  else
    n := 0;
  end if;
end integer_from_relation;
