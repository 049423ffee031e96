model discretes_in_order
  Real x(start = 1);
  Boolean a, b, c[4];
  Integer n;
equation
  der(x) = if a then 1 else -1;
  a = not b or c[4];
  b = x > 1 and n > 2;
  n = if x > 0 then 3 else 1;
  c[1] = x > 3;
  for i in 2:4 loop
    c[i] = c[i-1] and x > i;
  end for;
end discretes_in_order;
