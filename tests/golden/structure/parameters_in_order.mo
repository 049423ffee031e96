model parameters_in_order
  parameter Real a = b[2]*c, b[3] = {c, 2*c, 3*c}, c = 4;
  parameter Real f[4] = {if i == 1 then 1 else i*2 for i in 1:4};
  Real x;
equation
  der(x) = a*f[2];
end parameters_in_order;
