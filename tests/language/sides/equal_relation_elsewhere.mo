//! 0.9: y = 1
//! 1.1: y = 2
//! 1.1: n = 1
//! 1.1: m = 1
//! 3: x = -2 +- 1e-6
model equal_relation_elsewhere "the if has a guard of its own, and so has the other when"
  Real x(start = 1, fixed = true);
  Integer n(start = 0, fixed = true), m(start = 0, fixed = true);
  Integer y = if x < 0 then 2 else 1;
equation
  der(x) = -1;
  when x < 0 then
    n = pre(n) + 1;
  end when annotation(__Saltus_mustCross = true);
  when x < 0 then
    m = pre(m) + 1;
  end when;
end equal_relation_elsewhere;
