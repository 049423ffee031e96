model M
  Real x(each = 1);
end M;
