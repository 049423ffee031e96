model M
  Real x, y;
equation
  x = a. + b;
  y = .;
end M;
