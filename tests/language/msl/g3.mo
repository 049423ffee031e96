//! 1: x = 7 +- 1e-9
//! 1: k = 7
model g3
  Integer k(start = 1, fixed = true);
  Real x(start = 0, fixed = true);
equation
  k = if initial() then 7 else pre(k);
  der(x) = k;
end g3;
