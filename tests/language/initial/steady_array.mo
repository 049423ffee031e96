//! tol 1e-6 1e-9
//! 0: x[1] = 1 +- 1e-8
//! 0: x[2] = 2 +- 1e-8
//! 0: x[3] = 3 +- 1e-8
//! 3: x[2] = 2 +- 1e-3
// 0 = x[i-1] - 2 x[i] + x[i+1], 0 on the left, 4 on the right: a straight line.
model steady_array
  parameter Integer N = 3;
  Real x[N];
initial equation
  for i in 1:N loop
    der(x[i]) = 0;
  end for;
equation
  for i in 1:N loop
    der(x[i]) = (if i > 1 then x[max(i - 1, 1)] else 0) - 2*x[i] + (if i < N then x[min(i + 1, N)] else 4);
  end for;
end steady_array;
