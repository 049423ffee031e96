//! ends TERMINATED
//! says enough
//! 1: x = 1 +- 1e-6
model terminate_
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  when x > 2 then
    terminate("enough");
  end when;
  annotation(experiment(StopTime = 5));
end terminate_;
