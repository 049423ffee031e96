//! 1: x = 0.367879441171442 +- 1e-3
model b2 "if of matrices of different size, condition a parameter"
  parameter Integer n = 3;
  parameter Real t[:, :] = if n > 0 then [1, 2; 3, 4; 5, 6] else [0, 0];
  Real x(start = 1, fixed = true);
equation
  der(x) = -t[1, 1]*x;
end b2;
