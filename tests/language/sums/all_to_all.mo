//! tol 1e-5 1e-7
//! 1: s = 0 +- 1e-3
model all_to_all
  parameter Integer N = 20;
  Real x[N](start = {i - 10.5 for i in 1:N}, each fixed = true);
  Real s = sum(x);
equation
  for i in 1:N loop
    der(x[i]) = sum(x[j] - x[i] for j in 1:N)/N;
  end for;
end all_to_all;
