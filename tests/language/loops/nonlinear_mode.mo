//! tol 1e-7 1e-10
//! 0.5: y = 1.5 +- 1e-5
//! 2: y = 5 +- 1e-5
// y + (y if y > 2 twice) ... : diode-like: u = 1 + t = y for y < 2, and y + (y - 2)*... beyond
model nonlinear_mode
  Real x(start = 1, fixed = true), y(start = 1);
equation
  der(x) = 1;
  x = if y < 2 then y else 2 + (y - 2)/3;
end nonlinear_mode;
