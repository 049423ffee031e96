//! 0.5: y = 1
//! 1.5: y = 0.5 +- 1e-6
//! 1.5: z = 2
model if_equation_on_boolean
  Real x(start = 0, fixed = true), y, z;
  Boolean late = time > 1;
equation
  der(x) = if late then 1 else 0;
  if late then
    y = x;
    z = 2;
  else
    z = 1;
    y = 1;
  end if;
end if_equation_on_boolean;
