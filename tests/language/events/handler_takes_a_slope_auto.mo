//! method auto
//! 0.05: n = 2
//! events 4
// The handler bends x, so that its q loses its slope; a sine in the guard then seems to bring it back.
model handler_takes_a_slope_auto
  Real x(start = -0.4853, fixed = true);
  discrete Real m(start = -0.145, fixed = true);
  discrete Integer n(start = 0, fixed = true);
equation
  der(x) = -3748*x + m;
  when x - 0.367*sin(152.4*time) > -0.3349 then
    m = -0.7691*pre(m) + 0.1042;
    n = pre(n) + 1;
  end when;
end handler_takes_a_slope_auto;
