model enumeration_mixed
  type A = enumeration(x, y);
  type B = enumeration(x, y);
  parameter A a = B.x;
end enumeration_mixed;
