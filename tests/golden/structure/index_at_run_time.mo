model index_at_run_time
  Real x[3](each start = 1), y[3], z;
  discrete Integer k(start = 1);
equation
  for i in 1:3 loop
    der(x[i]) = -i;
    y[i] = 2*x[i];
  end for;
  z = y[k];
  when z < 0 then
    k = mod(pre(k), 3) + 1;
  end when;
end index_at_run_time;
