//! tol 1e-5 1e-7
//! 0.5: y = 1
//! 1.5: y = 3
//! 2.5: y = 2
model relations_on_both_sides
  "x <= 1 and x > 1, x < 2 and x >= 2 are opposite to each other at every moment"
  Real x(start = 0, fixed = true);
  Real y = (if x <= 1 then 1 else 0) + (if x > 1 then 2 else 0) + (if x > 1 and x < 2 then 1 else 0) + (if x >= 2 and x <= 1 then 100 else 0);
equation
  der(x) = 1;
end relations_on_both_sides;
