//! 0: c = 6
model order_does_not_matter
  Real c = b + 1;
  Real b = a + 2;
  Real a = 3;
end order_does_not_matter;
