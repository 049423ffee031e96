//! 0: a = 20
//! 0: t = 60
//! 0: z = 140
//! 0: y[3] = 31
//! 0: first = 11
model index_by_enumeration
  type Colour = enumeration(red, green, blue);
  parameter Real w[Colour] = {10, 20, 30};
  parameter Real q = sum(w[c]*Integer(c) for c in Colour);
  Real a = w[Colour.green];
  Real t = sum(w[c] for c in Colour);
  Real z = q;
  Real y[Colour];
  Real first = y[Colour.red];
equation
  for c in Colour loop
    y[c] = w[c] + 1;
  end for;
end index_by_enumeration;
