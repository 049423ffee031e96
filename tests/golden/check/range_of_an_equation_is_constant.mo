model M
  Integer n(start = 3);
  Real x[3];
equation
  for i in 1:n loop
    x[i] = 1;
  end for;
  when time > 1 then
    n = 2;
  end when;
end M;
