//! tol 1e-6 1e-8
//! 1: x = 1 +- 0.0002
model text_of_warning
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  when x > 0.5 then
    assert(x > 2, "low " + String(x, significantDigits = 3) + " b " + String(true) + String(3), AssertionLevel.warning);
  end when;
  annotation(experiment(StopTime = 1));
end text_of_warning;
