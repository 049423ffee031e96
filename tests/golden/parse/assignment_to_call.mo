model M
  Real x, y;
algorithm
  der(x) := 1;
  2 := x;
end M;
