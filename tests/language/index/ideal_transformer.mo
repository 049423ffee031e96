//! 1: i1 = 0.8646647167633873 +- 1e-5
//! 1: i2 = -0.43233235838169365 +- 1e-5
//! tol 1e-7 1e-7
// v2 = 2 v1, i1 + 2 i2 = 0 with L1 = 1/2 and L2 = 2 in series on both sides: (L1 + L2/4) i1' = 2 - 2 i1
model ideal_transformer
  Real i1(start = 0), i2, v1, v2;
equation
  2 - 2*i1 - 0.5*der(i1) = v1;
  v2 = 2*v1;
  i1 + 2*i2 = 0;
  v2 + 2*der(i2) = 0;
  annotation(experiment(StopTime = 2));
end ideal_transformer;
