//! tol 1e-6 1e-9
//! 1.5: x = 0.5 +- 1e-5
//! 1.5: y = 2.5 +- 1e-5
model reinit_two_states
  Real x(start = 0, fixed = true), y(start = 1, fixed = true);
equation
  der(x) = 1;
  der(y) = 1;
  when x > 1 then
    reinit(x, 0);
    reinit(y, pre(x) + pre(y) - 1);
  end when;
end reinit_two_states;
