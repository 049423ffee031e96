//! 0: a = 30
//! 0: b = 24
//! 0: c = 1
//! 0: d = 9
//! 0: e = 36
//! 0: f = 10
model reductions
  Real a = sum(i^2 for i in 1:4);
  Real b = product(i for i in 1:4);
  Real c = min((i - 3)^2 + 1 for i in 1:5);
  Real d = max({3, 9, 2});
  Real e = sum(i*j for i in 1:3, j in 1:3);
  Real f = sum({1, 2, 3, 4});
end reductions;
