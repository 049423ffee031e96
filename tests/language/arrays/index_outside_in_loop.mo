model index_outside_in_loop
  parameter Integer N = 5;
  Real x[N](each start = 0, each fixed = true);
equation
  for i in 1:N loop
    der(x[i]) = x[i+1];
  end for;
end index_outside_in_loop;
