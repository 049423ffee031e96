//! 0: y = 9
package tools
  function square
    input Real x;
    output Real y;
  algorithm
    y := x*x;
  end square;
end tools;
model package_of_functions
  import math;
  import tools;
  Real x(start = 3), y;
equation
  der(x) = 0;
  y = tools.square(x);
  annotation(experiment(StopTime = 1, MMO_Solver = LIQSS2));
end package_of_functions;
