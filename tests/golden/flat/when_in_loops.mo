model when_in_loops
  import math;
  parameter Integer N = 50;
  Real x[N](each start = 1), total = sum(x);
  discrete Real on[N](each start = 1), level[N], next;
initial algorithm
  for i in 1:N loop
    x[i] := 1 + rand(2);
    if i > 10 then
      on[i] := 0;
    end if;
  end for;
  next := 1;
equation
  for i in 1:N loop
    der(x[i]) = -on[i]*x[i];
  end for;
algorithm
  for i in 1:N loop
    when x[i] > 1 then
      on[i] := 1;
      level[i] := x[i];
    elsewhen x[i] < 0.5 then
      on[i] := 0;
      reinit(x[i], 2*x[i]);
    end when;
  end for;
  when time > next then
    next := next + 1;
    for i in 1:N loop
      if x[i] > total/N then
        level[i] := level[i] + rand(1);
      end if;
    end for;
  end when;
end when_in_loops;
