//! set N = 4
//! 0: r = 10
model structural_size_overridden
  parameter Integer N = 3;
  Real x[N] = {i for i in 1:N};
  Real r = sum(x);
end structural_size_overridden;
