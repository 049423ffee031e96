//! tol 1e-2 1e-2
//! method qss1
//! 0.9: y = 0.7 +- 1e-9
model M "The quantum of x is 0.5 whatever x is: y sees 1, from t = 0.5 on 0.5"
  Real x(start = 1, fixed = true) annotation(__Saltus_quantum = {0, 0.5});
  Real y(start = 0, fixed = true);
equation
  der(x) = -1;
  der(y) = x;
end M;
