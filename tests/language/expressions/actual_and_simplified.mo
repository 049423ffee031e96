//! 1: y = 3
//! 1: z = 9
// homotopy is its actual expression
model actual_and_simplified
  parameter Real k = 3;
  Real y = homotopy(k*time, k), z = homotopy(simplified = 1, actual = y*y);
  annotation(experiment(StopTime = 1));
end actual_and_simplified;
