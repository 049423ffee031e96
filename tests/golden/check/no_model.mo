package P
  constant Real a = 1;
end P;
