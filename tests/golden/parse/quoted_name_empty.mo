model M
  Real '';
  Real y;
end M;
