model M
  Real x;
equation
  x = 1;
  assert(x, "a");
  assert(x > 1);
  assert(x > 1, 3);
  assert(x > 1, "a", 2);
  assert(x > 1, "a" + x);
  terminate();
  terminate(1);
  x = assert(true, "a");
  sin(x);
end M;
