model delays_and_samples_in_loops
  parameter Integer N = 5;
  parameter Real T[N] = {0.1*i for i in 1:N};
  Real x[N](each start = 1), y[N];
  discrete Real s[N];
equation
  for i in 1:N loop
    der(x[i]) = -delay(x[i], T[i]);
    y[i] = delay(x[i]^2, 0.5, 1.0);
    when sample(T[i], 2*T[i]) then
      s[i] = x[i];
    end when;
  end for;
end delays_and_samples_in_loops;
