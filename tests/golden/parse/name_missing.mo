model M
  Real;
  Real x, ;
  parameter = 3;
  Real 2x;
end M;
