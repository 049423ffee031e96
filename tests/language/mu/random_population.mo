//! 0: mean_ok = true
//! 0: range_ok = true
model random_population
  import math;
  constant Integer N = 1000;
  parameter Real c[N];
  Real x;
  Boolean mean_ok = abs(sum(c)/N - 5) < 0.5;
  Boolean range_ok = min(c) >= 0 and max(c) < 10;
initial algorithm
  for i in 1:N loop
    c[i] := rand(10);
  end for;
equation
  der(x) = 1;
  annotation(experiment(StopTime = 1, MMO_Solver = QSS, MMO_RandomSeed = 7));
end random_population;
