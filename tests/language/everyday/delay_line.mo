//! 2.5: y = 1.5 +- 0.002
model delay_line
  Real x(start = 0, fixed = true), y = delay(x, 1);
equation
  der(x) = 1;
end delay_line;
