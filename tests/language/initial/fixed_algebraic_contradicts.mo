model fixed_algebraic_contradicts
  Real w(start = 0, fixed = true), b(start = 2, fixed = true);
equation
  der(w) = 1;
  b = w + 1;
end fixed_algebraic_contradicts;
