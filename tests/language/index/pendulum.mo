//! 0.1: x = 0.04757035635339734 +- 1e-5
//! 0.1: y = -0.9988678897614093 +- 1e-5
//! tol 1e-8 1e-8
// x'' = -F x, y'' = -F y - 9.81 on the unit circle, small angle; y follows from x as long as it is not 0
model pendulum
  Real x(start = 0.05), y(start = -1), vx(start = 0), vy, F;
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = -F*x;
  der(vy) = -F*y - 9.81;
  x^2 + y^2 = 1;
  annotation(experiment(StopTime = 1));
end pendulum;
