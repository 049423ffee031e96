model unknown_literal
  type A = enumeration(low, high);
  parameter A a = A.hihg;
end unknown_literal;
