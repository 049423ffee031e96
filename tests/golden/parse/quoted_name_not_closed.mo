model M
  Real 'a b;
  Real y;
end M;
