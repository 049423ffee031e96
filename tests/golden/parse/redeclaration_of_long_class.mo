model M
  A a(redeclare model B
    Real x;
  end B, k = 3);
  A b(redeclare Real x if true);
  Real y;
end M;
