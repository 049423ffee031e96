model M
  Real x, y;
equation
  x = 1; /* a */ */
  y = 2;
end M;
