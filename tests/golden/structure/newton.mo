model newton
  parameter Integer N = 3;
  Real x[N](each start = 1), y[N](each start = 0.5), z[N];
equation
  for i in 1:N loop
    exp(y[i]) + y[i] = x[i] + z[i];
    z[i] = 0.1*y[i];
    der(x[i]) = -y[i];
  end for;
end newton;
