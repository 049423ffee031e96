//! 0.9: y = 10.1 +- 1
//! 5: step = 9
model bounce_stairs
  import math;
  Real y(start = 10.5), vy, x, vx(start = 0.5);
  discrete Real contact, step(start = 10);
  parameter Real m = 1, b = 30, g = 9.8, k = 1e6, ba = 0.1;
equation
  der(y) = vy;
  der(vy) = -g - ba*vy/m - contact*(b*vy + k*(y - step))/m;
  der(x) = vx;
  der(vx) = -ba*vx/m;
algorithm
  when y < step then
    contact := 1;
  elsewhen y > step then
    contact := 0;
  end when;
  when x > 10 + 1 - step then
    step := step - 1;
  end when;
  annotation(experiment(MMO_Description="bounce_stairs", MMO_OutputType=CI_Step, Jacobian=Dense, MMO_BDF_PDepth=1, MMO_PartitionMethod=Metis, MMO_RandomSeed=0, StartTime=0.0, StopTime=10, MMO_Solver=QSS3, Tolerance={1e-4}, AbsTolerance={1e-6}));
end bounce_stairs;
