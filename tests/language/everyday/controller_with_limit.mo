//! 0.5: u = 1 +- 1e-6
//! 0.5: i = 0 +- 1e-6
//! 0.5: y = 0.9836733 +- 2e-3
//! 30: y = 2 +- 1e-2
//! 30: u = 0.8 +- 1e-2
model controller_with_limit
  "a controller whose integral stands still at the limit"
  parameter Real Kp = 1, Ki = 1, r = 2;
  Real y(start = 0, fixed = true), i(start = 0, fixed = true), u, v, e;
equation
  e = r - y;
  v = Kp*e + i;
  u = min(1, max(-1, v));
  der(i) = if (v > 1 and e > 0) or (v < -1 and e < 0) then 0 else Ki*e;
  der(y) = -y + 2.5*u;
end controller_with_limit;
