model dependent_loop
  Real a, b;
equation
  a + b = time;
  2*a + 2*b = 1;
end dependent_loop;
