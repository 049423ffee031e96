model external_rejected
  import math;
  function f
    input Real x;
    output Real y;
    external "C" y = sin2(x);
  end f;
  Real x;
equation
  der(x) = f(x);
  annotation(experiment(StopTime = 1, MMO_Solver = QSS2));
end external_rejected;
