model not_real
  input Integer k(start = 1);
  input Boolean b;
  Real x(start = 0, fixed = true);
equation
  der(x) = if b then k else 0;
end not_real;
