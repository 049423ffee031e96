//! tol 1e-5 1e-7
//! 1: n = 0
//! 2: n = 1
//! 4: n = 2
model falling
  "not b rises when b falls: x = 1 - |t - 1| ... goes below 0.5 at 1.5 and (second tooth) at 3.5"
  Real x(start = 0, fixed = true);
  Boolean b = x > 0.5;
  Integer n(start = 0, fixed = true);
equation
  der(x) = if mod(time, 2) < 1 then 1 else -1;
  when not b then
    n = pre(n) + 1;
  end when;
end falling;
