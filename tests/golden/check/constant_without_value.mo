model M
  constant Real c;
  parameter Real p;
  parameter Integer n(min = 1);
  parameter Real q(start = 2);
  parameter Real r(fixed = false);
  input Integer u;
  output Real y;
equation
  y = u;
end M;
