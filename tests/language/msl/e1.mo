//! 0: x = -1.5 +- 1e-9
//! 1: a = 0.406005849709838 +- 1e-3
model e1 "a fixed start value of something that is no state"
  Real x, a(start = 3, fixed = true);
equation
  der(x) = a;
  a = -2*x;
end e1;
