//! 2: spare = 0
//! 2: idle = 7
//! 2: many[2] = 0
//! 2: x = 4 +- 1e-6
model no_one_reads
  "variables that no equation mentions"
  Real x, spare, idle(start = 7), many[3];
equation
  der(x) = 2;
  annotation(experiment(StopTime = 2, MMO_Solver = QSS2, MMO_Output = {x, spare}));
end no_one_reads;
