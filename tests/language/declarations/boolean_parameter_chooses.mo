//! set closed = 1
//! 0: y = 3
model boolean_parameter_chooses
  parameter Boolean closed = false;
  Real y, z;
equation
  if closed then
    y = 3;
    z = y + 1;
  else
    z = 7;
    y = z*2;
  end if;
end boolean_parameter_chooses;
