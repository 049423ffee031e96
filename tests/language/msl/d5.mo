//! 1: x = 1.5 +- 1e-9
model d5 "when-initial, sample in function order; event on parameter boolean"
  parameter Boolean b = true;
  Boolean c(start = false, fixed = true);
  Real x(start = 0, fixed = true);
equation
  der(x) = if c then 1 else 2;
  c = time > 0.5 and (pre(c) or b);
end d5;
