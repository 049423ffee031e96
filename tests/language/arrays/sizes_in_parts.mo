//! 1: f[2].x[2] = 0.36787944117144233 +- 1e-3
//! 1: f[1].q = 5
//! 1: f[2].s = 3
// Sizes inside arrays of components: they are the same in all of them
model sizes_in_parts
  block TF
    parameter Real a[:] = {1, 1};
    parameter Integer nx = size(a, 1) - 1;
    parameter Real x0[nx](each min = 0, start = fill(1, nx)) = ones(nx);
    parameter Real k[nx] = linspace(4, 5, nx);
    parameter Real b[2, nx] = [zeros(1, nx); fill(1.5, 1, nx)];
    Real x[nx](start = x0, each fixed = true);
    Real s = sum(b)*time, q = k[nx]*time;
  equation
    der(x[1:nx]) = -x[1:nx];
  end TF;
  TF f[2](each a = {1, 2, 3});
  annotation(experiment(StopTime = 1));
end sizes_in_parts;
