model branches_with_loops_that_do_not_match
  parameter Integer N = 20000;
  Real x(start = 1), v[N], w[N];
  Integer n, k;
equation
  der(x) = -x;
  if x > 0.5 then
    v = zeros(N);
    w = zeros(N);
  else
    v[1] = 1;
    for i in 2:N loop
      v[i] = x;
    end for;
    w = v;
  end if;
  if x > 0.7 then
    n = 1;
    k = 2;
  else
    n = 2;
    n = 3;
  end if;
end branches_with_loops_that_do_not_match;
