model M
  constant Real a = 1/0;
  constant Integer b = div(1, 0);
  constant Real c = log(-1);
  constant Real d = 0^(-1);
  constant Integer e = mod(3, 0);
end M;
