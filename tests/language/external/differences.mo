//! method qss3
//! tol 1e-6 1e-9
//! 1: x = 0.5 +- 1e-5
//! 1: w = 1.10714871779 +- 1e-5
model differences "x' = -x^2; w = atan(2 t): derivatives of what is in C are found by differences"
  function square
    input Real x;
    output Real y;
    external "C" y = my_square(x) annotation(Include =
      "static double my_square(double x) { return x*x; }");
  end square;
  function bell
    input Real t;
    output Real y;
    external "C" y = my_bell(t) annotation(Include =
      "static double my_bell(double t) { return 2/(1 + 4*t*t); }");
  end bell;
  Real x(start = 1, fixed = true), w(start = 0, fixed = true);
equation
  der(x) = -square(x);
  der(w) = bell(time);
  annotation(experiment(StopTime = 1));
end differences;
