//! 40: y = 1 +- 0.005
model pi_controller
  parameter Real kp = 2, ki = 1, set = 1;
  Real y(start = 0, fixed = true), I(start = 0, fixed = true), err = set - y, u = kp*err + ki*I;
equation
  der(I) = err;
  der(y) = -y + u;
end pi_controller;
