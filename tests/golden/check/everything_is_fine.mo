model M
  parameter Integer N = 3;
  Real x[N](each start = 0);
  Real y = sum(x) + (if x[1] > 0 then 1 else 2.5);
equation
  for i loop
    der(x[i]) = -x[i];
  end for;
  annotation(experiment(StopTime = 1, Tolerance = 1e-3), Documentation(info = "..."));
end M;
