//! 0: y[1] = 2 +- 1e-9
//! 0: y[2] = 2 +- 1e-9
//! 0: y[4] = 2 +- 1e-9
model circular_chain
  parameter Integer N = 4;
  Real y[N];
equation
  for i in 1:N loop
    y[i] = 0.5*y[mod(i, N) + 1] + 1;
  end for;
end circular_chain;
