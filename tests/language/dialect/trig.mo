//! 1: a = 0.8414709848 +- 1e-5
//! 1: b = 0.5403023 +- 1e-5
//! 1: c = 2.718281828 +- 1e-5
//! 1: d = 1 +- 1e-5
model trig
  import math;
  Real t, a, b, c, d, e, f;
equation
  der(t) = 1;
  a = sin(t);
  b = cos(t);
  c = exp(t);
  d = sqrt(t);
  e = log(t + 1) + atan(t) + tan(t) + asin(t/2) + acos(t/2) + sinh(t) + cosh(t) + tanh(t) + log10(t + 1) + atan2(t, 1);
  f = min(a, b) + max(a, b) + abs(a) + sign(a) + floor(t) + ceil(t) + integer(t) + mod(t, 2) + fmod(t, 2) + fabs(b);
  annotation(experiment(MMO_Description="trig", MMO_OutputType=CI_Step, Jacobian=Dense, MMO_BDF_PDepth=1, MMO_PartitionMethod=Metis, MMO_RandomSeed=0, StartTime=0.0, StopTime=1, MMO_Solver=QSS3, Tolerance={1e-5}, AbsTolerance={1e-7}));
end trig;
