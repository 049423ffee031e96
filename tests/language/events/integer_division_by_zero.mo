//! ends EMODEL
//! says division by zero
//! 0.5: k = -6
model integer_division_by_zero
  Integer n = integer(time) - 1;
  Integer k = div(6, n);
  Real x(start = 0, fixed = true);
equation
  der(x) = k;
  annotation(experiment(StopTime = 3));
end integer_division_by_zero;
