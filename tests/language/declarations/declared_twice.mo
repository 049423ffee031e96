model declared_twice
  Real x = 1;
  Real x = 2;
end declared_twice;
