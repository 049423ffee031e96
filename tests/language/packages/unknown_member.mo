package P
  constant Real length = 1;
end P;
model unknown_member
  Real r = P.lenght;
end unknown_member;
