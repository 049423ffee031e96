model M
  type T = Real;
  type E = enumeration(a, b);
  Real x;
equation
  x = T + 1;
  x = E;
end M;
