model matrix_states
  parameter Real A[2, 2] = [0, 1; -1, -0.1];
  Real x[2](start = {1, 0}), y[2], e;
equation
  der(x) = A*x + {0, 1}*time;
  y = 2*x;
  e = x*x;
end matrix_states;
