//! 2: u = 0
//! 2: x = 1
model starts_at_zero
  input Real u;
  Real x(start = 1, fixed = true);
equation
  der(x) = u;
end starts_at_zero;
