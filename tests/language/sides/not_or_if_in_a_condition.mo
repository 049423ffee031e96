//! 0.9: n = 0
//! 1.1: n = 1
//! 1.9: m = 0
//! 2.1: m = 1
//! 3: n = 1
//! 3: m = 1
model not_or_if_in_a_condition
  Real x(start = 0, fixed = true), y(start = 0, fixed = true);
  Integer n(start = 0, fixed = true), m(start = 0, fixed = true);
equation
  der(x) = 1;
  der(y) = 1;
  when not (x <= 1 and y < 4) then
    n = pre(n) + 1;
  end when annotation(__Saltus_mustCross = true);
  when if n > 3 then x > 1.5 else not (x < 2 or y < 0.5) then
    m = pre(m) + 1;
  end when annotation(__Saltus_mustCross = true);
end not_or_if_in_a_condition;
