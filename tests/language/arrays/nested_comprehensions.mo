//! 0: t[2,3] = 14
//! 0: t[3,1] = 3
//! 0: s = 20
//! 0: q = 9
//! 0: deep[2,1,2] = 212
model nested_comprehensions
  Real t[3, 3] = {{sum(i^k for k in 1:j) for j in 1:3} for i in 1:3};
  Real s = sum(sum(i*j for j in 1:i) for i in 2:3) - 4;
  Real q = sum(sum(1 for j in 1:i) for i in 2:4);
  Real deep[2, 2, 2] = {{{100*i + 10*j + k for k in 1:2} for j in 1:2} for i in 1:2};
end nested_comprehensions;
