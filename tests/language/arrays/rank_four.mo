//! 0: a[2,1,2,1] = 2121
//! 0: s = 37.5
model rank_four
  Real a[2, 2, 2, 2] = {{{{1000*i + 100*j + 10*k + l for l in 1:2} for k in 1:2} for j in 1:2} for i in 1:2};
  Real s = (a[1, 1, 1, 1] + a[2, 2, 2, 2] - 3333 + 37.5);
end rank_four;
