// The parabola touches 0 at t = 1 without crossing.
//! tol 1e-6 1e-9
//! 2: n = 0
model touching
  Real x(start = 1, fixed = true);
  Real v(start = -2, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = 2;
  when x < -0.001 then
    n = pre(n) + 1;
  end when;
end touching;
