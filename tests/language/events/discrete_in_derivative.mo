//! tol 1e-5 1e-7
//! 1: x = 1 +- 1e-4
//! 3: x = 1 +- 1e-3
//! 5: x = 1 +- 1e-3
model discrete_in_derivative
  "a triangle wave: 0 up to 2 (at t = 2), down to 0 (at t = 4), up again"
  Real x(start = 0, fixed = true);
  discrete Real u(start = 1, fixed = true);
equation
  der(x) = u;
  when x > 2 then
    u = -1;
  elsewhen x < 0 then
    u = 1;
  end when;
end discrete_in_derivative;
