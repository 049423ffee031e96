//! tol 1e-4 1e-7
//! 0.9: n = 0
//! 1.1: n = 1
//! 2.9: n = 1
//! 3.1: n = 2
//! 3.1: x = -0.9 +- 1e-2
model vector_from_one_side "to and fro between two walls"
  Real x(start = 0, fixed = true);
  Real s(start = 1, fixed = true);
  Integer n(start = 0, fixed = true);
algorithm
  when {x >= 1, x <= -1} then
    s := -pre(s);
    n := pre(n) + 1;
  elsewhen x > 3 then
    n := 100;
  end when annotation(__Saltus_unilateral = true);
equation
  der(x) = s;
end vector_from_one_side;
