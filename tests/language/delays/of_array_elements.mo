//! tol 1e-6 1e-9
//! 2: y[1] = 1 +- 1e-4
//! 2: y[2] = 3 +- 1e-4
//! 0.5: y[2] = 0 +- 1e-6
// x[i] = i t; y[i] = x[i](t - i/2): 1*(2 - 0.5) = 1.5 ... with lags {1, 0.5}: 1 and 2*1.5 = 3
model of_array_elements
  parameter Real lag[2] = {1, 0.5};
  Real x[2](each start = 0, each fixed = true), y[2];
equation
  for i in 1:2 loop
    der(x[i]) = i;
    y[i] = delay(x[i], lag[i]);
  end for;
end of_array_elements;
