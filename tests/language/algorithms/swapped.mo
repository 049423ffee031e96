//! 1: a = 2 +- 1e-6
//! 1: b = 1 +- 1e-6
model swapped
  Real x(start = 0, fixed = true), a, b;
protected
  Real t;
equation
  der(x) = 1;
algorithm
  a := x;
  b := 2*x;
  t := a;
  a := b;
  b := t;
end swapped;
