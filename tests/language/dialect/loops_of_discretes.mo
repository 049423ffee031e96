//! 1: x[8] = 8 +- 0.08
//! 1: t = 120
//! 1: order[1] = 8
//! 1: order[8] = 1
model loops_of_discretes
  parameter Integer N = 8;
  Real x[N](each start = 0);
  discrete Integer order[N];
  discrete Integer i(start = 1), t;
equation
  for j in 1:N loop
    der(x[j]) = j;
  end for;
algorithm
  when time > 0.5 then
    i := 1;
    while i <= N loop
      order[i] := N + 1 - i;
      i := i + 1;
    end while;
    for k in N:-1:1 loop
      t := t + order[k]*k;
    end for;
  end when;
  annotation(experiment(StopTime = 1));
end loops_of_discretes;
