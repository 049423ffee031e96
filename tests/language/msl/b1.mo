//! 1: f[2].x[2] = 0
model b1 "sizes in an array of parts"
  block TF
    parameter Real a[:] = {1, 1};
    parameter Integer nx = size(a, 1) - 1;
    parameter Real x0[nx] = zeros(nx);
    Real x[nx](start = x0);
  equation
    der(x[1:nx]) = -x[1:nx];
  end TF;
  TF f[2](each a = {1, 2, 3});
end b1;
