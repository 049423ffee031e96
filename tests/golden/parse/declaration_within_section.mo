model M
  Real x;
equation
  x = 1;
  parameter Real p = 2;
  Real q;
  Real r;
end M;
