model M
  Real x, y;
algorithm
  x := 1;
algorithm
  y := 2;
end M;
