//! tol 1e-6 1e-9
//! 1: x[1] = 1 +- 1e-4
//! 1: x[2] = 1.3678794412 +- 1e-4
//! 1: x[3] = 3.6321205588 +- 1e-4
//! 1: s = 6 +- 1e-4
//! 0: left[1] = 3
//! 0: right[3] = 1
//! 0: right[2] = 3
model wrap_around
  parameter Integer N = 3;
  Real x[N](start = {1, 2, 3}, each fixed = true);
  Real left[N], right[N], s = sum(x);
equation
  for i in 1:N loop
    left[i] = x[mod(i - 2, N) + 1];
    right[mod(i - 1, N) + 1] = x[mod(i, N) + 1];
  end for;
  der(x[1]) = 0;
  der(x[2]) = -(x[2] - left[2]);
  der(x[3]) = -der(x[2]);
end wrap_around;
