model M
  type E = enumeration(:);
  Real x;
end M;
