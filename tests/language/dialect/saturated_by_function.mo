//! 3: x1 = -0.759691 +- 0.0076
//! 3: x2 = -0.2748377 +- 0.0027
model saturated_by_function
  function sat
    input Real u;
    input Real lim;
    output Real y;
  algorithm
    if u > lim then
      y := lim;
    elseif u < -lim then
      y := -lim;
    else
      y := u;
    end if;
  end sat;
  Real x1(start = 3), x2;
equation
  der(x1) = x2;
  der(x2) = -sat(4*x1 + 2*x2, 1.5);
  annotation(experiment(StopTime = 20, Tolerance = {1e-3}, MMO_Solver = QSS2));
end saturated_by_function;
