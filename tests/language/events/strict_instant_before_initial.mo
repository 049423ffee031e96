//! 0: n = 1
//! 0.2: n = 1
//! 0.3: n = 2
//! 2.9: n = 12
//! 2.9: next = 3
//! 2.9: k = 11
model strict_instant_before_initial
  "a converter that plans its next instant at each one, the first at the start"
  discrete Real next(start = 0.5, fixed = true), other(start = 0.25, fixed = true);
  discrete Integer n(start = 0, fixed = true), k(start = 0, fixed = true);
equation
  when {initial(), time > pre(next)} then
    next = time + 0.25;
    n = pre(n) + 1;
  end when;
  when pre(other) < time then
    other = pre(other) + 0.25;
    k = pre(k) + 1;
  end when;
end strict_instant_before_initial;
