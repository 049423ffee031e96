//! tol 1e-6 1e-9
//! 0: q[1] = 1
//! 0: q[20] = 210
//! 1: q[20] = 230 +- 1e-3
//! 1: q[5] = 20 +- 1e-3
//! 1: p[5] = 20 +- 1e-3
model partial_sums
  parameter Integer N = 20;
  Real x[N](start = 1:N, each fixed = true);
  Real p[N] = {sum(x[j] for j in 1:i) for i in 1:N};
  Real q[N];
equation
  for i in 1:N loop
    der(x[i]) = 1;
    q[i] = sum(x[j] for j in 1:i);
  end for;
end partial_sums;
