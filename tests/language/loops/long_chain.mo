//! tol 1e-6 1e-9
//! 0: y[1] = 1 +- 1e-12
//! 0: y[60] = 60 +- 1e-9
//! 0: y[120] = 120 +- 1e-9
//! 1: y[120] = 240 +- 1e-3
//! 1: z = 180 +- 1e-3
//! 1: w[7] = 10.5 +- 1e-3
//! 1: n = 1
// y[i] = i x with x = 1 + t, by way of functions that undo each other
model long_chain
  parameter Integer N = 120;
  Real x(start = 1, fixed = true), z(start = 0, fixed = true);
  Real y[N], w[N](each start = 0, each fixed = true);
  discrete Integer n(start = 0);
equation
  der(x) = 1;
  y[1] = x;
  for i in 2:N loop
    y[i] = sqrt(y[i - 1]^2) + x;
  end for;
  der(z) = y[N];
  for i in 1:N loop
    der(w[i]) = y[i];
  end for;
  when y[N] > 180 then
    n = pre(n) + 1;
  end when;
end long_chain;
