//! 1.5707963267948966: r[1] = 0 +- 0.006
//! 1.5707963267948966: r[2] = 1 +- 0.006
model matrix_rotation
  parameter Real A[2, 2] = [0, -1; 1, 0];
  Real r[2](start = {1, 0}, each fixed = true);
equation
  der(r) = A*r;
end matrix_rotation;
