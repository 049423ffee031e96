model M
  Real x;
equation
  x = sin + 1;
end M;
