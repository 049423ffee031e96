//! 0: r = 55
model long_sum
  Real r = 1 + 2 + 3 + 4 + 5 + 6 + 7 + 8 + 9 + 10;
end long_sum;
