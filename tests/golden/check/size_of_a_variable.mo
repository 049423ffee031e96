model M
  Real n = 1;
  Integer k(start = 1);
  Real x[k];
  Real y[n];
  parameter Real p = 2;
  Real z[p];
equation
  when n > 2 then
    k = 2;
  end when;
end M;
