model too_many_in_a_loop
  parameter Integer N = 1000000;
  Real x[N];
equation
  for i in 1:N loop
    der(x[i]) = -x[i];
  end for;
  der(x[3]) = 1;
end too_many_in_a_loop;
