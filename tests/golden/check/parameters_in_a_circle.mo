model M
  parameter Real a = b + 1;
  parameter Real b = 2*c;
  parameter Real c = a/2;
  parameter Real d = d;
end M;
