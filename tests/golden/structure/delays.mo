model delays
  parameter Real T = 0.5;
  Real x[3](each start = 1), y[3], z;
equation
  for i in 1:3 loop
    y[i] = delay(x[i] + y[i], i*T);
    der(x[i]) = -y[i];
  end for;
  z = delay(z, T) + delay(time, 0);
end delays;
