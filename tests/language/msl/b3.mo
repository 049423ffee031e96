//! 1: x[2] = 2
model b3 "branch that is not chosen has another size"
  parameter Boolean c = true;
  parameter Integer n = if c then 2 else 3;
  Real x[n];
equation
  if c then
    x = {1, 2};
  else
    x = {1, 2, 3};
  end if;
end b3;
