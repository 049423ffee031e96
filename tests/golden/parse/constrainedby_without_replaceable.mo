model M
  Real x constrainedby Real(min = 0);
  A a(redeclare Real x constrainedby Real);
  Real y;
end M;
