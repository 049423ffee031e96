// y' = log(x), where x runs into 0: the derivative itself goes to minus infinity at the edge and does not exist beyond,
// yet y is finite there. The event ends the run from inside.
model log_domain
  Real x(start = 1, fixed = true), y(start = 0, fixed = true);
equation
  der(x) = -1;
  der(y) = log(x);
  when x <= 0 then
    terminate("x has come to 0");
  end when annotation(__Saltus_unilateral = true);
  annotation(experiment(StopTime = 2));
end log_domain;
