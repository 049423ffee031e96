//! 0: y = 3
//! 1: y = 2
model c11 "enumeration as index and as array dimension; impure; spatialDistribution"
  type E = enumeration(a, b, c);
  Real t[E] = {1, 2, 3};
  E e = if time > 0.5 then E.b else E.c;
  Real y = t[e];
end c11;
