//! method qss3
//! tol 1e-7 1e-9
//! 1: plant.y = 0.857432905 +- 1e-3
//! 3: plant.y = 0.971807187 +- 1e-3
//! 1: plant2.y = 0.59020401 +- 1e-3
//! 1: limited.y = 1.5 +- 1e-2
//! 4: plant2.y = 1.0003595 +- 1e-3
//! 4: limited.y = 0.990365233 +- 1e-2
//! 10: plant.y = 1 +- 2e-3
model pid "On a lag of second order, a linear system of four states; and a limited one"
  import Saltus.Blocks.*;
  Constant wanted(k = 1);
  PID c(k = 2, Ti = 1, Td = 0.2, N = 10, b = 0.8);
  SecondOrder plant(w = 2, D = 0.7);
  PID limited(k = 10, Ti = 0.5, yMax = 1.5, yMin = 0);
  FirstOrder plant2(T = 2);
equation
  connect(wanted.y, c.u_s);
  connect(plant.y, c.u_m);
  connect(c.y, plant.u);
  connect(wanted.y, limited.u_s);
  connect(plant2.y, limited.u_m);
  connect(limited.y, plant2.u);
  annotation(experiment(StopTime = 10));
end pid;
