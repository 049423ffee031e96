model unknown_name
  parameter Real drag = 1;
  Real v(start = 1, fixed = true);
equation
  der(v) = -dragg*v;
end unknown_name;
