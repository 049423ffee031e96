//! 0: x[2] = 2
//! 0: x[3] = 3
//! 0: y[1] = 4
//! 0: y[2] = 5
//! 0: m[2,1] = 3
model start_arrays
  parameter Real x0[3] = {1, 2, 3};
  Real x[3](start = x0, each fixed = true);
  Real y[2](start = {4, 0}, fixed = {true, false});
  Real m[2, 2](start = [1, 2; 3, 4], fixed = fill(true, 2, 2));
initial equation
  y[2] = 5;
equation
  der(x) = zeros(3);
  der(y) = zeros(2);
  der(m) = zeros(2, 2);
end start_arrays;
