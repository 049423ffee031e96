//! 1: v2[1] = 0.7165313105737893 +- 1e-5
//! 1: v1[1000] = 0.7165313105737893 +- 1e-5
//! 1: i2[500] = -0.4776875403825262 +- 1e-4
//! tol 1e-7 1e-7
model arrays_of_pairs
  parameter Integer N = 1000;
  Real v1[N](each start = 1), v2[N], i1[N], i2[N];
equation
  for k in 1:N loop
    i1[k] = der(v1[k]);
    i2[k] = 2*der(v2[k]);
    v1[k] = v2[k];
    i1[k] + i2[k] = -v1[k];
  end for;
  annotation(experiment(StopTime = 1));
end arrays_of_pairs;
