model nothing_left_to_determine
  Real x(start = 1);
equation
  der(x) = 1;
  x = 3;
end nothing_left_to_determine;
