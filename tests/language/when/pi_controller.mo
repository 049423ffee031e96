//! tol 1e-5 1e-7
//! 20: x = 1 +- 1e-2
//! 20: e = 0 +- 1e-2
//! 0.25: u = 0.5
model pi_controller
  "sampled PI controller of a first-order lag: no error is left; at the first sample u = kp 1 + ki T 0"
  parameter Real kp = 0.5, ki = 0.5, T = 0.5;
  Real x(start = 0, fixed = true);
  discrete Real u(start = 0, fixed = true), i(start = 0, fixed = true), e(start = 0, fixed = true);
equation
  der(x) = u - x;
  when sample(0, T) then
    e = 1 - x;
    u = kp*e + ki*pre(i);
    i = pre(i) + T*e;
  end when;
end pi_controller;
