//! 0: s = 10
//! 0: p = 24
//! 0: lo = 1
//! 0: hi = 4
//! 0: f = 2
//! 0: w = 8
model sums_and_products
  import math;
  Real x[4];
  Real s, p, lo, hi, f, w;
initial algorithm
  for i in 1:4 loop
    x[i] := i;
  end for;
equation
  for i in 1:4 loop
    der(x[i]) = 0;
  end for;
  s = sum(x);
  p = product(x);
  lo = min(x);
  hi = max(x);
  f = fabs(-x[2]);
  w = pow(x[2], 3);
  annotation(experiment(StopTime = 1, MMO_Solver = QSS2));
end sums_and_products;
