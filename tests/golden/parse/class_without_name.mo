model
  Real x;
equation
  x = 1;
end M;
