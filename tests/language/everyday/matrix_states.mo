//! tol 1e-6 1e-8
//! 1: x[1] = 0.8414709848 +- 0.0002
model matrix_states
  Real x[2](start = {0, 1}, each fixed = true);
  parameter Real A[2, 2] = [0, 1; -1, 0];
equation
  der(x) = A*x;
  annotation(experiment(StopTime = 1));
end matrix_states;
