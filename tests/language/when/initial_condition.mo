//! 0: n = 5
//! 2: n = 6
model initial_condition
  Integer n(start = 0, fixed = true);
equation
  when {initial(), time > 1} then
    n = if initial() then 5 else pre(n) + 1;
  end when;
end initial_condition;
