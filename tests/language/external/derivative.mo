//! method qss4
//! tol 1e-8 1e-10
//! 1: x = 0.5 +- 1e-6
model derivative "exact: the derivative of what is in C is a function, which is differentiated itself"
  function square
    input Real x;
    output Real y;
    external "C" y = my_square(x) annotation(Include =
      "static double my_square(double x) { return x*x; }");
    annotation(derivative = square_slope);
  end square;
  function square_slope
    input Real x, dx;
    output Real dy;
  algorithm
    dy := 2*x*dx;
  end square_slope;
  Real x(start = 1, fixed = true);
equation
  der(x) = -square(x);
  annotation(experiment(StopTime = 1));
end derivative;
