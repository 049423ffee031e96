//! tol 1e-6 1e-9
//! 1: s = 100 +- 1e-2
model nonlinear_terms
  parameter Integer N = 25;
  Real x[N](each start = 1, each fixed = true);
  Real s = sum(x[i]^2 for i in 1:N);
equation
  for i in 1:N loop
    der(x[i]) = 1;
  end for;
end nonlinear_terms;
