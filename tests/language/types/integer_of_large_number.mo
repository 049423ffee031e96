//! ends EMODEL
//! says is beyond the range of Integers
model integer_of_large_number
  Real x(start = 1e19, fixed = true);
  Integer k(start = 0, fixed = true);
equation
  der(x) = 0;
  when time > 1 then
    k = mod(integer(2.1*x), 5);
  end when;
  annotation(experiment(StopTime = 2));
end integer_of_large_number;
