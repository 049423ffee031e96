//! tol 1e-6 1e-9
//! 1: v[2] = 0.666666667 +- 1e-5
//! 1: i[3] = 0.25 +- 1e-5
model in_an_array
  parameter Integer N = 3;
  parameter Real R[N] = {1, 2, 3};
  Real x(start = 0, fixed = true);
  Real v[N], i[N];
equation
  der(x) = 1;
  for k in 1:N loop
    v[k] = R[k]*i[k];
    x = v[k] + i[k];
  end for;
end in_an_array;
