model loop_through_a_sum
  parameter Integer N = 1000;
  Real e[N](each start = 1), i[N], v;
equation
  for k in 1:N loop
    i[k] = (v - e[k])*k;
    der(e[k]) = i[k];
  end for;
  sum(i) = 1;
end loop_through_a_sum;
