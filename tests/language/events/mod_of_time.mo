//! tol 1e-7 1e-9
//! 2.5: y = 1.125 +- 1e-4
model mod_of_time
  Real y(start = 0, fixed = true);
equation
  der(y) = mod(time, 1);
end mod_of_time;
