//! ends EMODEL
//! says must be positive
model sample_not_positive
  parameter Real T = -1;
  Integer n(start = 0, fixed = true);
equation
  when sample(0, T) then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 2));
end sample_not_positive;
