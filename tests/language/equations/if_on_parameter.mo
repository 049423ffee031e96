//! 0: x = 2
model if_on_parameter
  parameter Boolean simple = false;
  Real x;
equation
  if simple then
    x = 1;
  else
    x = 2;
  end if;
end if_on_parameter;
