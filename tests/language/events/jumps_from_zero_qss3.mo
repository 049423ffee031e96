//! method qss3
//! 0.9: n = 0
//! 3: n = 1
//! 3: m = 1
//! 3: k = 1
model jumps_from_zero_qss3 "conditions that rest at their threshold, or jump exactly to it, inside noEvent"
  Integer n(start = 0, fixed = true), m(start = 0, fixed = true), k(start = 0, fixed = true);
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  when noEvent(if x > 1 then 1 else 0.0) > 0 then
    n = pre(n) + 1;
  end when;
  when noEvent(if x > 1 then 3 else 2.0) >= 3 then
    m = pre(m) + 1;
  end when;
  when noEvent(if x > 1.5 then -0.5 else 0) < 0 then
    k = pre(k) + 1;
  end when;
end jumps_from_zero_qss3;
