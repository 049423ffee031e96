//! ends EMODEL
//! says deep
model endless_recursion
  function f
    input Real x;
    output Real y;
  algorithm
    y := f(x + 1);
  end f;
  Real x(start = 0, fixed = true);
equation
  der(x) = f(x);
  annotation(experiment(StopTime = 1));
end endless_recursion;
