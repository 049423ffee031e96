//! 0: 'a b' = 2
//! 0: 'x+y' = 5
model quoted_identifiers
  Real 'a b';
  Real 'x+y';
equation
  'a b' = 2;
  'x+y' = 'a b' + 3;
end quoted_identifiers;
