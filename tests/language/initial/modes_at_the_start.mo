//! 0: a = 5
//! 0: b = 1
//! 0: c = 5
//! 0: d = 1
//! 0: f = 3
//! 0: h = 7
//! 1.1: b = 1
//! 1.1: k = 2
model modes_at_the_start "whens with initial() see Booleans and modes as they are at the start"
  Real s(start = 0, fixed = true), y;
  Boolean low, late;
  Integer a(start = 0), b(start = 0, fixed = true), c(start = 0), d(start = 0, fixed = true);
  Integer h(start = 0), k(start = 0, fixed = true);
  discrete Real f(start = 0);
equation
  der(s) = 0.5;
  low = s < 0.25;
  late = time > 0.9 or s > 5;
  y = if low then 3 else 4;
  when initial() then
    a = if low then 5 else 7;
    d = if low then pre(d) + 1 else pre(d) + 100;
    f = y;
  end when;
  when {initial(), low} then
    b = pre(b) + (if low then 1 else 0);
  end when;
  when {initial(), sample(1, 1)} then
    c = if y < 3.5 then 5 else 7;
    k = pre(k) + 1;
  end when;
  when initial() then
    h = a + 2;
  end when;
end modes_at_the_start;
