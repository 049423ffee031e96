model algorithms_that_are_equations
  parameter Integer N = 1000;
  Real x[N], y[N], s, t, z[N], p, q;
  Boolean big;
equation
  der(x) = -x;
algorithm
  t := time;
  for i in 1:N loop
    y[i] := 2*x[i] + t;
    z[i] := y[i]^2;
  end for;
  s := sum(y) + sum(z);
  big := s > 10;
  if big then
    p := s;
    q := 1;
  else
    p := 0;
    q := 2;
  end if;
  assert(p < 100, "p is too large");
end algorithms_that_are_equations;
