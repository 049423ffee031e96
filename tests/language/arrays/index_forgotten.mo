model index_forgotten
  Real x[3], y[3], z[3], m[2, 2];
  discrete Real u[3](each start = 0);
equation
  for i in 1:3 loop
    der(x[i]) = 1 - x[i] + 2*y;
    der(y[i]) = sin(x[i])/(1 + z);
    der(z[i]) = y[i]*(x - u[i]);
  end for;
  der(m) = m + 1;
algorithm
  for i in 1:3 loop
    when x[i] - u > 1 then
      u[i] := x[i]/u;
    end when;
  end for;
end index_forgotten;
