// a lag of a parameter is constant, with or without its largest; lags of arrays and of states
//! method qss3
//! tol 1e-6 1e-9
//! 3: y = 2.9 +- 1e-9
//! 3: z = 4 +- 1e-5
//! 3: v[1] = 4 +- 1e-5
//! 3: v[2] = 1 +- 1e-5
model lag_changes
  parameter Real T = 0.1;
  Real x(start = 0, fixed = true), y, z, v[2];
equation
  der(x) = 2*time;
  y = delay(time, T, 5);
  z = delay(x, time/3, 5);
  for i in 1:2 loop
    v[i] = delay(x, i*x/9, 5);
  end for;
end lag_changes;
