model shapes_differ
  Real a[2] = {1, 2};
  Real b[3] = {1, 2, 3};
  Real c[3] = a + b;
end shapes_differ;
