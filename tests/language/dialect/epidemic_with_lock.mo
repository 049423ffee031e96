//! 100: S = 88.64448 +- 0.89
//! 100: I = 48.30284 +- 0.48
//! 100: R = 835.9577 +- 8.4
model epidemic_with_lock
  Real S(start = 999), I(start = 1), R, N;
  parameter Real beta = 0.5, gamma = 0.1, lag = 5;
  discrete Real lock(start = 1);
equation
  N = S + I + R;
  der(S) = -lock*beta*S*I/N;
  der(I) = lock*beta*S*I/N - gamma*I;
  der(R) = gamma*delay(I, lag);
algorithm
  when I > 100 then lock := 0.3; elsewhen I < 50 then lock := 1; end when;
  annotation(experiment(StopTime = 100, Tolerance = {1e-4}, AbsTolerance = {1e-3}, MMO_Solver = QSS4));
end epidemic_with_lock;
