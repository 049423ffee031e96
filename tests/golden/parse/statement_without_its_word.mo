model M
  Real x;
  x := 1;
  x := 2;
end M;
