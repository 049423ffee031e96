package P
  constant Real a = 1;
  Real b;
  parameter Real c = 1;
equation
  b = 1;
end P;
model M
  Real x = P.a;
end M;
