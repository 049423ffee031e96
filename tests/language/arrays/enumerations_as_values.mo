//! 0: s[1] = 2
//! 0: s[2] = 1
//! 0: s[3] = 2
//! 0: n = 2
//! 0: same[1] = true
//! 0: same[2] = false
model enumerations_as_values
  type Colour = enumeration(red, green, blue);
  parameter Colour c[3] = {Colour.green, Colour.red, Colour.green};
  Integer s[3] = {Integer(c[i]) for i in 1:3};
  Integer n = sum(if c[i] == Colour.green then 1 else 0 for i in 1:3);
  Boolean same[3] = {c[i] == c[3] for i in 1:3};
end enumerations_as_values;
