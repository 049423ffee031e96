//! 1: x = 1.21341166276223 +- 1e-6
model c7 "homotopy"
  Real x(start = 1);
equation
  homotopy(actual = x^3 + x, simplified = x) = 2 + time;
end c7;
