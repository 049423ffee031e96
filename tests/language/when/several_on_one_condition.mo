//! 0.5: a = 0
//! 1.5: a = 1
//! 1.5: b = 2
//! 1.5: c = 4
//! 1.5: x = 8.5 +- 1e-6
model several_on_one_condition
  discrete Real a(start = 0, fixed = true), b(start = 0, fixed = true), c(start = 0, fixed = true);
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  when time > 1 then
    c = 2*b;
  end when;
  when time > 1 then
    reinit(x, 2*c);
  end when;
  when time > 1 then
    a = 1;
  end when;
  when time > 1 then
    b = 2*a;
  end when;
end several_on_one_condition;
