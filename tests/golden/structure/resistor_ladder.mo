model resistor_ladder "tridiagonal, without states"
  parameter Integer N = 4;
  parameter Real R = 1;
  Real v[N + 1], i[N], x;
equation
  v[1] = x;
  for k in 1:N loop
    R*i[k] = v[k] - v[k + 1];
  end for;
  for k in 1:N-1 loop
    i[k] = i[k + 1] + v[k + 1]/R;
  end for;
  v[N + 1] = 0;
  der(x) = 1 - i[1];
end resistor_ladder;
