package P
  function fx = der(f, x);
  constant Real y = 1;
end P;
