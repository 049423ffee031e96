model Sums "Each state is drawn to the mean of all"
  parameter Integer N = 30;
  Real x[N](start = {0.1*i for i in 1:N});
  output Real mean = sum(x[i]*x[i] for i in 1:N)/N;
equation
  for i in 1:N loop
    der(x[i]) = sum(x[j] for j in 1:N)/N - x[i];
  end for;
  annotation(experiment(StopTime = 1));
end Sums;
