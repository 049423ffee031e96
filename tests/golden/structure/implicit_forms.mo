model implicit_forms
  parameter Real R = 2, C = 3, L = 4;
  Real v, i, u;
equation
  C*der(v) = i;
  0 = u - v - R*i;
  u = L*time;
end implicit_forms;
