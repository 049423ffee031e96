model missing_semicolon
  Real x
  Real y;
equation
  x = 1
  y = 2;
end missing_semicolon;
