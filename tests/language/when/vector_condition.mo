//! 0.5: n = 0
//! 1.5: n = 1
//! 2.5: n = 2
model vector_condition
  Integer n(start = 0, fixed = true);
equation
  when {time > 1, time > 2} then
    n = pre(n) + 1;
  end when;
end vector_condition;
