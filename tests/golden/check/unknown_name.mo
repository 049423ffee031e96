model M
  parameter Real drag = 0.1, g = 9.81;
  Real v(start = 0);
equation
  der(v) = -g + dragg*v;
end M;
