model output_of_unknown
  import math;
  Real voltage;
equation
  der(voltage) = 1;
  annotation(experiment(StopTime = 1, MMO_Solver = QSS2, MMO_Output = {voltag}));
end output_of_unknown;
