package P
  constant Real a = 1;
  constant Real b = 2;
end P;
model M
  import P.a;
  Real x;
equation
  x = P.c + a;
end M;
