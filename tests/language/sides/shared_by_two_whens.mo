//! 0.9: n = 0
//! 1.1: n = 1
//! 1.1: m = 1
model shared_by_two_whens
  Real x(start = 1, fixed = true);
  Integer n(start = 0, fixed = true), m(start = 0, fixed = true);
equation
  der(x) = -1;
  when x < 0 then
    n = pre(n) + 1;
  end when annotation(__Saltus_mustCross = true);
  when x < 0 then
    m = pre(m) + 1;
  end when annotation(__Saltus_mustCross = true);
end shared_by_two_whens;
