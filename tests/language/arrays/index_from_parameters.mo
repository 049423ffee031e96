//! 0: r = 30
//! 0: s[2] = 10
model index_from_parameters
  parameter Integer i = 3;
  parameter Integer order[3] = {3, 1, 2};
  Real a[3] = {10, 20, 30};
  Real r = a[i];
  Real s[3] = {a[order[k]] for k in 1:3};
end index_from_parameters;
