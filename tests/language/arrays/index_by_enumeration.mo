//! 0: a = 20
//! 0: t = 60
model index_by_enumeration
  type Colour = enumeration(red, green, blue);
  parameter Real w[Colour] = {10, 20, 30};
  Real a = w[Colour.green];
  Real t = sum(w[c] for c in Colour);
end index_by_enumeration;
