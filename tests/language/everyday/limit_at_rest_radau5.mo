// The limit of the controller is just the value at which the plant comes to rest: the guard is 0 there, up to rounding.
//! method radau5
//! 60: y = 1 +- 1e-3
//! 60: u = 1 +- 1e-3
model limit_at_rest_radau5 "A PI controller with a limit and anti-windup"
  parameter Real kp = 2, Ti = 1, umax = 1;
  Real y(start = 0, fixed = true), I(start = 0, fixed = true), e, v, u;
equation
  e = 1 - y;
  v = kp*e + I;
  u = if v > umax then umax elseif v < 0 then 0 else v;
  der(I) = kp/Ti*e + (u - v);
  der(y) = u - y;
end limit_at_rest_radau5;
