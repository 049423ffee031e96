model nothing_to_determine
  parameter Real p = 1;
  Real x;
equation
  der(x) = 1;
  2*p = 1 + time;
end nothing_to_determine;
