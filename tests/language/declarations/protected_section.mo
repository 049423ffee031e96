//! 0: r = 4
model protected_section
  Real r;
protected
  Real hidden = 3;
equation
  r = hidden + 1;
end protected_section;
