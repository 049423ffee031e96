//! tol 1e-6 1e-8
//! 0.5: lo = -0.5 +- 1e-6
//! 0.5: hi = 0.5 +- 1e-6
//! 0.5: a = 0.5 +- 1e-6
//! 0.5: s = -1
//! 1.5: lo = -0.5 +- 1e-6
//! 1.5: hi = 0.5 +- 1e-6
//! 1.5: a = 0.5 +- 1e-6
//! 1.5: s = 1
//! 1.5: m3 = 0.7
//! 3: m3 = 2 +- 1e-6
//! 3: area = 2.5 +- 1e-5
model min_max_abs_sign_of_states
  Real x(start = -1, fixed = true), y(start = 1, fixed = true), area(start = 0, fixed = true);
  Real lo = min(x, y), hi = max(x, y), a = abs(x), s = sign(x);
  Real m3 = max({x, y, 0.7});
equation
  der(x) = 1;
  der(y) = -1;
  der(area) = abs(x);
end min_max_abs_sign_of_states;
