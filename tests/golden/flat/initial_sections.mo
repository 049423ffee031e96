model initial_sections
  parameter Integer N = 100;
  parameter Real c[N](each fixed = false);
  Real x[N], y(start = 2), z;
  Integer n(start = 1);
initial equation
  der(y) = 0;
  z = 3*y;
  pre(n) = 5;
initial algorithm
  for i in 1:N loop
    c[i] := 2*i;
    if mod(i, 2) == 0 then
      x[i] := c[i];
    else
      x[i] := -c[i];
    end if;
  end for;
  x[1] := 0;
  while x[1] < 10 loop
    x[1] := x[1] + 1;
  end while;
equation
  for i in 1:N loop
    der(x[i]) = -c[i]*x[i];
  end for;
  der(y) = z - y;
  der(z) = -z;
  when y < 1 then
    n = pre(n) + 1;
  end when;
end initial_sections;
