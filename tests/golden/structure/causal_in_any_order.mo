model causal_in_any_order
  Real x(start = 1), a, b, c;
equation
  der(x) = c;
  c = a + b;
  b = 2*a;
  a = sin(x);
end causal_in_any_order;
