//! tol 1e-7 1e-9
//! 0: s = 50
//! 1: x[1] = 0.367879441171 +- 1e-4
//! 1: e = 6.76676416183 +- 1e-3
//! 1: y = 1 +- 1e-3
model fifty_squares
  parameter Integer N = 50;
  Real x[N](each start = 1, each fixed = true);
  Real s = sum(x[i]^2 for i in 1:N), e = sum(x.^2), y(start = 1, fixed = true);
equation
  for i in 1:N loop
    der(x[i]) = -sum(x[j]^2 for j in 1:N)/N*x[i]/(x[i]*x[i]);
  end for;
  der(y) = sum(x[j]^2 for j in 1:N) - s;
end fifty_squares;
