//! tol 1e-6 1e-8
//! 0.5: lo = -0.5 +- 1e-5
//! 2: lo = -2 +- 1e-5
//! 2: hi = 5 +- 1e-5
//! 2: s = 3 +- 1e-4
model min_of_many
  "x1 = t, x2 = -t, x3 = 3 + t; s is the integral of max(x2, 0) + x1 + 0.5"
  Real x[3](start = {0, 0, 3}, each fixed = true), s(start = 0, fixed = true);
  Real lo = min(x), hi = max(x[i] for i in 1:3);
equation
  der(x) = {1, -1, 1};
  der(s) = max(x[2], 0) + max({x[1], x[2]}) + 0.5;
end min_of_many;
