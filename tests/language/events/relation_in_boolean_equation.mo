//! tol 1e-6 1e-9
//! 0.5: b = false
//! 1.5: b = true
//! 2.5: b = false
model relation_in_boolean_equation
  Real x(start = 0, fixed = true);
  Boolean b = x > 1 and x < 2;
equation
  der(x) = 1;
end relation_in_boolean_equation;
