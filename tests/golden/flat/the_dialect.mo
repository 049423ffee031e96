model the_dialect
  import math;
  constant Integer N = 20;
  parameter Real cap[N], R = 2;
  Real x[N](start = 0.5);
  Real u[N, 2];
  discrete Real d[N], tot, nextT(start = 1);
initial algorithm
  for i in 1:N loop
    cap[i] := 550 + rand(100);
    x[i] := rand(2)*normal(0, 1);
  end for;
  for i in 1:N / 5 loop
    d[i] := 1;
  end for;
equation
  for i in 1:N loop
    der(x[i]) = -pow(x[i], 2)/cap[i] + u[i, 1] + fabs(x[N / 2]);
    u[i, 1] = x[i];
    u[i, 2] = -u[i, 1]*R;
  end for;
algorithm
  when time > nextT then
    nextT := nextT + 1;
    for i in 1:N loop
      tot := tot + d[i];
    end for;
  end when;
  for i in 1:N loop
    when x[i] > 1 then
      d[i] := 1;
    elsewhen 1 > x[i] then
      d[i] := 0;
    end when;
  end for;
end the_dialect;
