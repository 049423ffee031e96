model M
  parameter parameter Real x = 1;
  parameter constant Real y = 2;
  input output Real z;
end M;
