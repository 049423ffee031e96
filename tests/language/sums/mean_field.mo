// Every x goes to the mean, and the mean stays.
//! tol 1e-6 1e-9
//! 1: m = 50.5 +- 1e-3
//! 1: x[1] = 32.2893 +- 1e-2
model mean_field
  parameter Integer N = 100;
  Real x[N](start = {i for i in 1:N}, each fixed = true);
  Real m = sum(x)/N;
equation
  for i in 1:N loop
    der(x[i]) = m - x[i];
  end for;
end mean_field;
