//! 0: x[1] = 1 +- 1e-11
//! 0: x[3] = 3 +- 1e-11
//! 0: x[5] = 5 +- 1e-11
model linear_five
  Real x[5];
  parameter Real A[5, 5] = {{if i == j then 4 elseif abs(i - j) == 1 then 1 else 0.1 for j in 1:5} for i in 1:5};
  parameter Real b[5] = {7.2, 12.8 + 0.1*0, 18.7, 24.4 + 0.1*2, 24.6};
equation
  A*x = A*{1, 2, 3, 4, 5};
end linear_five;
