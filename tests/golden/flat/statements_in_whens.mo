model statements_in_whens
  import math;
  parameter Integer N = 10;
  Real x(start = 1), q[N](each start = 0);
  discrete Real buffer[N], mean, largest, table[3, 3];
  Integer head(start = 1), k(start = 0);
equation
  der(x) = -x;
  for i in 1:N loop
    der(q[i]) = 2*buffer[i];
  end for;
algorithm
  when sample(0, 0.1) then
    buffer[head] := x + uniform(0, 1);
    table[mod(head, 3) + 1, k + 1] := x;
    head := mod(head, N) + 1;
    k := 0;
    while k < N and buffer[k + 1] > 0.5 loop
      k := k + 1;
      if k == 5 then
        break;
      end if;
    end while;
    mean := sum(buffer[i] for i in 1:k)/max(k, 1);
    buffer := cat(1, buffer[2:N], {0});
    largest := buffer[1];
    for i in 2:k loop
      if buffer[i] > largest then
        largest := buffer[i];
      end if;
    end for;
    reinit(q[head], 0);
  elsewhen x < 0.01 then
    reinit(x, 1);
  end when;
end statements_in_whens;
