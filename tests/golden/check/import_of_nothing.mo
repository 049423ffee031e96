package P
  constant Real a = 1;
end P;
model M
  import P.b;
  import Q.*;
  import P.{a, c};
  import R = P.a.b;
  Real x = a;
end M;
