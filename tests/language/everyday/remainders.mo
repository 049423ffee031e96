//! tol 1e-6 1e-8
//! 3.3: a = 0.3 +- 0.0002
//! 3.3: b = 1 +- 0.0002
//! 3.3: c = -1 +- 0.0002
//! 3.3: d = 2 +- 0.0004
//! 3.3: e = 3 +- 0.0006
//! 3.3: f = 4 +- 0.0008
model remainders
  Real a = mod(time, 1), b = mod(-3, 2), c = rem(-3, 2), d = div(5, 2), e = floor(time), f = ceil(time);
equation
  annotation(experiment(StopTime = 3.3));
end remainders;
