//! tol 1e-7 1e-9
//! set w[2] = 5
//! 0: s = 58
//! 1: s = 116 +- 1e-2
//! 0: r[2] = 112 +- 1e-9
model weighted
  parameter Integer N = 10;
  parameter Real w[N] = {i for i in 1:N};
  parameter Real M[3, N] = {{i for j in 1:N} for i in 1:3};
  Real x[N](each start = 1, each fixed = true);
  Real s = sum(w[i]*x[i] for i in 1:N);
  Real r[3] = M*(2*x .+ 3.6);
equation
  der(x) = ones(N);
end weighted;
