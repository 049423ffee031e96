//! 3: n = 0.6905678577030157 +- 0.004
model logistic
  Real n(start = 0.1, fixed = true);
equation
  der(n) = n*(1 - n);
end logistic;
