//! 0: x = 5
//! 1: x = 6 +- 1e-6
model in_initial_overrides_start
  Real x(start = 1);
initial algorithm
  x := 2;
  x := 2*x + 1;
equation
  der(x) = 1;
end in_initial_overrides_start;
