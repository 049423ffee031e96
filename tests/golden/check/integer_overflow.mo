model M
  constant Integer n = 2000000000*2000000000*2000000000;
  parameter Integer m = 3000000*3000000*30000000;
  Real x[m];
end M;
