//! 1: x[2] = 2
//! 1: y = 3
//! 1: z = 16
// A branch that parameters do not choose may have another size, or be wrong for these sizes
model branch_of_other_size
  parameter Boolean c = true;
  parameter Integer n = if c then 2 else 3;
  parameter Real v[:] = {4};
  parameter Real t[:, 2] = if n == 2 then [1, 2; 3, 4; 5, 6] elseif c then [1, 2] else [0, 0; 0, 0];
  Real x[n], y, z;
equation
  if c then
    x = {1, 2};
  else
    x = {1, 2, 3};
  end if;
  if size(v, 1) > 1 then
    y = v[2];
  else
    y = 3;
  end if;
  z = (if size(v, 1) > 1 then v[2] else 10)*time + t[3, 2];
  annotation(experiment(StopTime = 1));
end branch_of_other_size;
