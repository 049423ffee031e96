//! tol 1e-5 1e-7
//! 1.5: t1 = 0
//! 3: t1 = 2 +- 1e-4
//! 3: n = 1
model conjunction
  "x > 1 from 1 on, y > 1 from 2 on"
  Real x(start = 0, fixed = true), y(start = -1, fixed = true);
  discrete Real t1(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(x) = 1;
  der(y) = 1;
  when x > 1 and y > 1 then
    t1 = time;
    n = pre(n) + 1;
  end when;
end conjunction;
