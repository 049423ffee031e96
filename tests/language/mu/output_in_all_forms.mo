//! 1: x = 1 +- 1e-2
model output_in_all_forms
  import math;
  parameter Integer N = 301;
  Real x, u[N], w[2, 3];
equation
  der(x) = 1;
  for i in 1:N loop
    der(u[i]) = -u[i];
  end for;
  for i in 1:2, j in 1:3 loop
    der(w[i, j]) = 0;
  end for;
  annotation(experiment(MMO_Description = "outputs", MMO_Solver = QSS3, MMO_Output = {x, u[1], u[1:100:N], w[:, 2], w[1, 1:2], u[N]}, MMO_OutputType = CI_Sampled, MMO_Period = {0.1}, StartTime = 0.0, StopTime = 1.0, Tolerance = {1e-3}, AbsTolerance = {1e-6}));
end output_in_all_forms;
