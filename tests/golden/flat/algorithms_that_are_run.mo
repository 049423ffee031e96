model algorithms_that_are_run
  parameter Integer N = 4;
  Real x[N], s, m, y(start = 7), v[3];
  Integer k(start = 0);
equation
  der(x) = -x;
algorithm
  s := 0;
  for i in 1:N loop
    s := s + x[i]*i;
  end for;
  m := x[1];
  for i in 2:N loop
    if x[i] > m then
      m := x[i];
      k := i;
    end if;
  end for;
  if s > 3 then
    y := s;
  end if;
  v := {1, 2, 3};
  v := {v[3], v[1], s};
  s := s + v[1] + y;
end algorithms_that_are_run;
