//! 0.5: n = 0
//! 1.5: n = 1
//! 3.5: n = 3
//! 3.5: all3 = true
//! 2.5: all3 = false
//! 2.5: any3 = true
model boolean_array_equations
  Boolean b[3] = {time > i for i in 1:3};
  Boolean c[3];
  Boolean all3 = c[1] and c[2] and c[3], any3 = b[1] or b[2] or b[3];
  Integer n = sum(if c[i] then 1 else 0 for i in 1:3);
equation
  for i in 1:3 loop
    c[i] = not (not b[i]);
  end for;
end boolean_array_equations;
