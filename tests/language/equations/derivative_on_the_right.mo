//! tol 1e-6 1e-9
//! 1: x[1] = 0.367879441 +- 1e-4
//! 1: x[2] = 0.135335283 +- 1e-4
model derivative_on_the_right
  Real x[2](each start = 1, each fixed = true);
equation
  for i in 1:2 loop
    -i*x[i] = der(x[i]);
  end for;
end derivative_on_the_right;
