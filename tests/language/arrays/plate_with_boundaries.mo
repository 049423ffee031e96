//! tol 1e-7 1e-10
//! 1: u[1,1] = 0.0183156388887342 +- 1e-5
//! 1: u[1,3] = -0.0183156388887342 +- 1e-5
//! 1: u[3,1] = -0.0183156388887342 +- 1e-5
//! 1: u[2,2] = 0 +- 1e-5
//! 1: total = 0 +- 1e-5
// u[i,j] = sin(i pi/2) sin(j pi/2) is a mode of the 5-point formula with zeros around: eigenvalue -4.
model plate_with_boundaries
  parameter Integer N = 3;
  Real u[N, N](start = {{1, 0, -1}, {0, 0, 0}, {-1, 0, 1}}, each fixed = true);
  Real left[N, N], right[N, N], up[N, N], down[N, N];
  Real total = sum(u);
equation
  for i in 1:N, j in 1:N loop
    left[i, j] = if j > 1 then u[i, max(j - 1, 1)] else 0;
    right[i, j] = if j < N then u[i, min(j + 1, N)] else 0;
    if i > 1 then
      up[i, j] = u[i - 1, j];
    else
      up[i, j] = 0;
    end if;
    if i < N then
      down[i, j] = u[i + 1, j];
    else
      down[i, j] = 0;
    end if;
    der(u[i, j]) = left[i, j] + right[i, j] + up[i, j] + down[i, j] - 4*u[i, j];
  end for;
end plate_with_boundaries;
