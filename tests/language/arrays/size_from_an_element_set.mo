//! set n[2] = 4
//! 0: s = 10
//! 0: m = 3
model size_from_an_element_set
  parameter Integer n[2] = {3, 2};
  Real x[n[2]] = {i for i in 1:n[2]};
  Real s = sum(x);
  Real m = n[1];
end size_from_an_element_set;
