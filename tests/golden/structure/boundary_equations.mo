model boundary_equations
  parameter Integer N = 10;
  Real u[N](each start = 1), q[N + 1];
equation
  q[1] = 1;
  for i in 2:N loop
    q[i] = u[i-1] - u[i];
  end for;
  q[N + 1] = 0;
  for i in 1:N loop
    der(u[i]) = q[i] - q[i + 1];
  end for;
end boundary_equations;
