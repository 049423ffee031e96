model M
  Real x;
equation
  x = qwertz + 1;
end M;
