model M
  Real x;
  parameter String s = String({1, 2});
  Integer n = Integer(2.5);
  parameter String t = String();
equation
  x = Integer(3);
end M;
