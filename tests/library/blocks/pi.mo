//! method qss3
//! tol 1e-7 1e-9
//! 0.2: limited.y = 2.8 +- 1e-4
//! 1: limited.y = 3 +- 1e-9
//! 1: limited.x = 1.39977877 +- 1e-4
//! 2.1: limited.y = -1 +- 1e-4
//! 3: limited.y = -3 +- 1e-9
//! 3: limited.x = -1.39267374 +- 1e-4
//! 1: free.y = 6 +- 1e-4
//! 3: free.y = 2 +- 1e-3
model pi "Error 1, then -1: the integral of the limited output is led back"
  import Saltus.Blocks.*;
  TimeTable error(table = [0, 1; 2, 1; 2, -1]);
  PI limited(k = 2, Ti = 0.5, yMax = 3, Tt = 0.1);
  PI free(k = 2, Ti = 0.5);
equation
  connect(error.y, limited.u);
  connect(error.y, free.u);
  annotation(experiment(StopTime = 3));
end pi;
