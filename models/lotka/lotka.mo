model lotka "Predators and prey"
  parameter Real a = 1.5 "births of prey", b = 1 "catches", c = 3 "deaths of predators", d = 1 "births of predators";
  Real prey(start = 1, fixed = true, min = 0);
  Real predators(start = 1, fixed = true, min = 0);
equation
  der(prey) = prey*(a - b*predators);
  der(predators) = predators*(d*prey - c);
  annotation(experiment(StopTime = 20, Interval = 0.02));
end lotka;
