//! 0.5: was = false
//! 1.5: was = true
//! 1.5: y = 1
model pre_in_equation
  Boolean b = time > 1, was = pre(b);
  Real y = if pre(b) then 1 else 0;
end pre_in_equation;
