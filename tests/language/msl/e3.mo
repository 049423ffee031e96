//! 0: x = -1.5 +- 1e-9
//! 1: a = 0.406005849709838 +- 1e-3
model e3 "as e1, the number fixed by its binding variable's initial equation"
  Real x, a;
initial equation
  a = 3;
equation
  der(x) = a;
  a = -2*x;
end e3;
