package P
  constant Real one = 1;
end P;
model use
  import P.three;
  Real a = three;
end use;
