//! 1: x[2] = 2 +- 1e-2
model settings_without_effect
  import math;
  Real x[3];
equation
  for i in 1:3 loop
    der(x[i]) = i;
  end for;
  annotation(experiment(MMO_Solver = QSS2, MMO_PartitionMethod = Metis, MMO_LPS = 4, MMO_Parallel = true, MMO_DT_Min = 1e-3, MMO_DT_Synch = SD_DT_Fixed, MMO_Scheduler = ST_Binary, MMO_SymDiff = false, MMO_DerDelta = 1e-9, Jacobian = Dense, MMO_NodeSize = 10000, MMO_StoreData = SD_Memory, MMO_BDF_Part = {x[1:2], x[3]}, MMO_BDF_PDepth = 1, MMO_BDF_Max_Step = 0.1, MMO_ZCHyst = 1e-9, MMO_MinStep = 1e-14, MMO_OutputType = CI_Dense, StopTime = 1, Tolerance = {1e-3}, AbsTolerance = 1e-3));
end settings_without_effect;
