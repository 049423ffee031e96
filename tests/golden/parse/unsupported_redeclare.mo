model M
  A a(redeclare model B = C);
  A b(replaceable Real x);
  Real y;
end M;
