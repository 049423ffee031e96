//! ends EMODEL
//! says last tried: y = 
//! 0.5: x = 0.5 +- 1e-4
model without_solution
  Real x(start = 0, fixed = true), y(start = 1), z(start = 0, fixed = true);
equation
  der(x) = 1;
  der(z) = y;
  y^2 = 1 - x;
  annotation(experiment(StopTime = 3));
end without_solution;
