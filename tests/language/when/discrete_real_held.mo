//! tol 1e-6 1e-9
//! 1.5: s = 1 +- 1e-4
//! 2.5: s = 2 +- 1e-4
model discrete_real_held
  Real x(start = 0, fixed = true);
  discrete Real s(start = 0, fixed = true);
equation
  der(x) = 1;
  when sample(1, 1) then
    s = x;
  end when;
end discrete_real_held;
