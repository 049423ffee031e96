model discrete_cycle
  Boolean a, b;
equation
  a = not b;
  b = not a;
end discrete_cycle;
