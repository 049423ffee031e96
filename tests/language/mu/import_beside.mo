//! 0: a = 9
//! 0: b = 7
//! 0: c = 12
//! 0: d = 2.5
model import_beside
  "import_tools.mo holds a package, import_loose.mo only functions; both lie beside this file"
  import math;
  import import_tools;
  import import_loose;
  Real x(start = 3), a, b, c, d;
equation
  der(x) = 0;
  a = square(x);
  b = import_tools.shifted(x, 4);
  c = twice(6);
  d = import_loose.half(5);
  annotation(experiment(StopTime = 1, MMO_Solver = LIQSS2));
end import_beside;
