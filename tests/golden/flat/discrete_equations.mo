model discrete_equations
  parameter Integer N = 4;
  Real x[N](each start = 1);
  Boolean b[N], any, all_of[N] = {b[i] and x[i] > 0.1 for i in 1:N};
  Integer level[N], sum_of, k;
equation
  der(x) = -x;
  for i in 1:N loop
    b[i] = x[i] > 0.5;
    level[i] = if b[i] then 2 else integer(10*x[i]);
  end for;
  any = b[1] or b[2] or not b[3];
  sum_of = sum(level);
  if any then
    k = 1;
  else
    k = sum_of;
  end if;
end discrete_equations;
