//! 1.5: n = 1
//! 2.5: n = 2
//! 3.5: n = 3
model boolean_array_as_condition
  Boolean b[3];
  Integer n(start = 0, fixed = true);
equation
  for i in 1:3 loop
    b[i] = time > i;
  end for;
  when b then
    n = pre(n) + 1;
  end when;
end boolean_array_as_condition;
