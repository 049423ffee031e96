//! tol 1e-6 1e-9
//! 10: n = 5
model hysteresis
  Real x(start = 0, fixed = true);
  Boolean up(start = true, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(x) = if up then 1 else -1;
  up = not pre(up) and x <= -1 or pre(up) and x < 1;
  when change(up) then
    n = pre(n) + 1;
  end when;
end hysteresis;
