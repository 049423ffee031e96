//! 0: c = 12
//! 0: x = 24
model initial_in_any_order
  discrete Real a(start = 0, fixed = true), b(start = 0, fixed = true), c(start = 0, fixed = true);
  Real x(start = 0, fixed = true);
equation
  der(x) = 0;
  when initial() then
    c = 3*b;
    reinit(x, 2*c);
  end when;
  when {initial(), time > 100} then
    b = 2*a;
  end when;
  when initial() then
    a = 2;
  end when;
end initial_in_any_order;
