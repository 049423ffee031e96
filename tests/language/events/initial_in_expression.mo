//! 0.5: y = 1
//! 1.5: y = 1
//! 1.5: n = 1
model initial_in_expression
  Real y = if initial() then 5 else 1;
  Integer n(start = 0, fixed = true);
equation
  when {initial(), time > 10} then
    n = pre(n) + 1;
  end when;
end initial_in_expression;
