model M
  replaceable Real x constrainedby Real(min = 0);
  Real y;
end M;
