//! ends EMODEL
//! says negative radicand
//! tol 1e-4 1e-6
//! 0.5: y = 0.461585 +- 1e-3
model assert_in_function
  "x = 2 exp(-t) - 1, negative from ln 2 on"
  function root
    input Real x;
    output Real y;
  algorithm
    assert(x >= 0, "negative radicand");
    y := sqrt(x);
  end root;
  Real x(start = 1, fixed = true);
  Real y = root(x);
equation
  der(x) = -1 - y*y;
  annotation(experiment(StopTime = 2));
end assert_in_function;
