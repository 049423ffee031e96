model M
  A a(redeclare Real);
  A b(redeclare);
  A c(replaceable model = B);
  A d(break x);
  Real y;
end M;
