//! tol 1e-6 1e-9
//! 4: n = 1
model on_boolean_variable
  Real x(start = 0, fixed = true);
  Boolean b = x > 1 and x < 3;
  Integer n(start = 0, fixed = true);
equation
  der(x) = 1;
  when b then
    n = pre(n) + 1;
  end when;
end on_boolean_variable;
