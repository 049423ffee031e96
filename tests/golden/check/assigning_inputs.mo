model M
  input Real u = 1;
  Real x;
algorithm
  u := 2;
  x := u;
  sin := 3;
end M;
