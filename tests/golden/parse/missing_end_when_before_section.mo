model M
  Real x;
equation
  when x > 1 then
    reinit(x, 0);
algorithm
  x := 1;
end M;
