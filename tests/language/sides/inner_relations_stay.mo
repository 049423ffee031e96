//! 0.9: n = 0
//! 1.1: n = 1
//! 3: n = 1
model inner_relations_stay "abs has a guard of its own at x = 0"
  Real x(start = -1, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(x) = 1;
  when abs(x) + (if x > 5 then 1 else 0) < 1e-3 or x > 6 then
    n = pre(n) + 1;
  end when annotation(__Saltus_mustCross = true);
end inner_relations_stay;
