//! 1: u = 2
//! 1: w[2] = 0.5
//! 1: x = 3.5 +- 1e-6
//! 1: y = 7.5 +- 1e-6
model keeps_its_start "an input without a value is given from outside; alone it keeps its start value"
  input Real u(start = 2, unit = "V");
  input Real w[3](each start = 0.5);
  Real x(start = 0, fixed = true);
  output Real y = x + u*u;
equation
  der(x) = u + sum(w);
end keeps_its_start;
