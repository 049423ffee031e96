model alias_chain
  Real x(start = 1), a, b, c;
equation
  a = b;
  -c = b;
  der(x) = -a;
  c = x;
end alias_chain;
