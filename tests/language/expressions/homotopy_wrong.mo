model homotopy_wrong
  Real y = homotopy(time), z = homotopy(time, 1, 2), w = homotopy(actual = time, simple = 1);
  Real v = homotopy(time, unknown);
end homotopy_wrong;
