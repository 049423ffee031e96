//! tol 1e-6 1e-9
//! 0: x[1] = 3 +- 1e-8
//! 0: x[2] = 2 +- 1e-8
model steady_array_at_once
  Real x[2];
  parameter Real A[2, 2] = [-2, 1; 1, -3];
initial equation
  der(x) = zeros(2);
equation
  der(x) = A*x + {4, 3};
end steady_array_at_once;
