model algorithms_in_order
  parameter Integer N = 10;
  Real x[N], c[N], d[N + 1], e[N];
equation
  der(x) = -x;
algorithm
  c[1] := x[1];
  for i in 2:N loop
    c[i] := c[i - 1] + x[i];
  end for;
  for i in 1:N loop
    e[N + 1 - i] := x[i];
  end for;
algorithm
  d[N + 1] := 0;
  for i in N:-1:1 loop
    d[i] := d[i + 1] + e[i];
  end for;
end algorithms_in_order;
