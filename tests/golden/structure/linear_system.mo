model linear_system
  parameter Real A[5, 5] = {{if i == j then 9 else 1/(i + j) for j in 1:5} for i in 1:5};
  Real x(start = 1), y[5];
equation
  A*y = {x, 1, 2, 3, time};
  der(x) = -y[5];
end linear_system;
