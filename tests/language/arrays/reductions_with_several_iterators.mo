//! 0: a = 36
//! 0: b = 102
//! 0: c = 14
//! 0: d = 15
//! 0: e = 3
//! 0: f = 3456
model reductions_with_several_iterators
  Real x[3] = {1, 2, 3};
  Real a = sum(x[i]*x[j] for i in 1:3, j in 1:3);
  Real b = sum(10*i + j for i in 1:2, j in 1:3);
  Real c = sum(if i == j then x[i]*x[j] else 0 for i in 1:3, j in 1:3);
  Real d = max(x[i]*y[j] for i in 1:3, j in 1:2);
  Real e = min(x[i]*y[j] for i in 1:3, j in 1:2);
  Real f = product(i*j for i in 2:3, j in {2, 1, 2});
  Real y[2] = {3, 5};
end reductions_with_several_iterators;
