model M
  Real flow;
  parameter Real input = 3;
  Real x;
equation
  x = flow + 1;
end M;
