model M
  Real x
  Real y;
equation
  x = = 1;
end M;
