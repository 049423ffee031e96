//! 0: a = 2
//! 0: b = 3
//! 0: c = 1
//! 0: d = 7
model min_and_max
  Real a = min(2, 3);
  Real b = max(2, 3);
  Real c = min({4, 1, 7});
  Real d = max([4, 1; 7, 2]);
end min_and_max;
