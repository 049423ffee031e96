//! ends EMODEL
//! says x has reached
model message_with_numbers
  Real x(start = 0, fixed = true);
  Integer n = 3;
equation
  der(x) = 1;
  assert(x < 1, "x has reached " + String(n));
  annotation(experiment(StopTime = 2));
end message_with_numbers;
