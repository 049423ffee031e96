//! 0.5: x = 1
//! 1.5: x = 2
//! 1.5: y = 1
model reinit_swap
  "both take the value that the other one had"
  Real x(start = 1, fixed = true), y(start = 2, fixed = true);
equation
  der(x) = 0;
  der(y) = 0;
  when time > 1 then
    reinit(x, y);
    reinit(y, x);
  end when;
end reinit_swap;
