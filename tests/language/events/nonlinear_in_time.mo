//! 1: n = 0
//! 1.5: n = 1
//! 1.5: t1 = 1.4142135623730951 +- 1e-9
//! 3: t2 = 1.5707963267948966 +- 1e-6
model nonlinear_in_time
  Integer n(start = 0, fixed = true);
  discrete Real t1(start = 0, fixed = true), t2(start = 0, fixed = true);
equation
  when time^2 > 2 then
    n = pre(n) + 1;
    t1 = time;
  end when;
  when cos(time) < 0 then
    t2 = time;
  end when;
end nonlinear_in_time;
