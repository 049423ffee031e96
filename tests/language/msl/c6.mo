//! 1: w = 0.367879441171442 +- 1e-3
model c6 "two starts: fixed false and initial equation on an alias"
  Real x, z;
  Real w;
initial equation
  w = 1;
equation
  z = x;
  w = z;
  der(x) = -x;
end c6;
