//! 60: N = 1000 +- 1
model sir_total
  parameter Real beta = 0.4, gamma = 0.1;
  Real S(start = 999, fixed = true), I(start = 1, fixed = true), R(start = 0, fixed = true), N = S + I + R;
equation
  der(S) = -beta*S*I/N;
  der(I) = beta*S*I/N - gamma*I;
  der(R) = gamma*I;
end sir_total;
