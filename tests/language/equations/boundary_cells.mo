//! tol 1e-6 1e-9
//! 1: x[1] = 1 +- 1e-5
//! 1: f[1] = 1 +- 1e-5
//! 1: f[4] = 0
model boundary_cells
  parameter Integer N = 3;
  Real x[N](each start = 0, each fixed = true);
  Real f[N+1] "flows between cells";
equation
  f[1] = 1;
  for i in 2:N loop
    f[i] = 0*x[i];
  end for;
  f[N+1] = 0;
  for i in 1:N loop
    der(x[i]) = f[i] - f[i+1];
  end for;
end boundary_cells;
