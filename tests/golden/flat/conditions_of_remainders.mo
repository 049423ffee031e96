model conditions_of_remainders
  parameter Integer N = 8;
  Real x[N], y[N];
equation
  for i in 1:N loop
    if mod(i, 2) == 0 then
      der(x[i]) = 1;
    else
      der(x[i]) = -1;
    end if;
    if mod(i, 4) == 1 then
      y[i] = x[i];
      y[i + 1] = x[i + 1];
      y[i + 2] = x[i];
      y[i + 3] = 0;
    end if;
  end for;
end conditions_of_remainders;
