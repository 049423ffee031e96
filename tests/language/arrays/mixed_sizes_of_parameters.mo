//! 0: s = 21
//! 0: v[3] = 7
//! 0: w[2,4] = 24
model mixed_sizes_of_parameters
  parameter Integer n[2] = {3, 4};
  parameter Real a[n[1]] = {1, 2, 3}, b[:] = {4, 5, 6};
  parameter Real c[n[1], n[2]] = {{10*i + j for j in 1:n[2]} for i in 1:n[1]};
  Real s = sum(a) + sum(b);
  Real v[size(b, 1)] = a + {4, 4, 4};
  Real w[size(c, 1) - 1, size(c, 2)] = c[1:2, :];
end mixed_sizes_of_parameters;
