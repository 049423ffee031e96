//! method qss3
//! tol 1e-7 1e-9
//! 2: gain.y = 6 +- 1e-9
//! 2: add.y = 1 +- 1e-9
//! 2: difference.y = -1 +- 1e-9
//! 2: total.y = 14 +- 1e-9
//! 2: product.y = 6 +- 1e-9
//! 2: quotient.y = 0.6666666666666666 +- 1e-9
//! 2: integral.y = 7 +- 1e-4
//! 2: lag.y = 3.4586588670535492 +- 1e-3
//! 2: second.y = 0.5939941502901619 +- 1e-3
//! 2: derivative.y = 3 +- 1e-3
model linear
  import Saltus.Blocks.*;
  Constant two(k = 2), three(k = 3), one(k = 1);
  Gain gain(k = 3);
  Add add(k1 = 2, k2 = -1);
  Feedback difference;
  Sum total(nin = 3, k = {1, 2, 2});
  Product product;
  Division quotient;
  Integrator integral(k = 3, y(start = 1));
  FirstOrder lag(k = 2, T = 1);
  SecondOrder second;
  Ramp ramp(height = 30, duration = 10);
  Derivative derivative(k = 1, T = 0.1);
equation
  connect(two.y, gain.u);
  connect(two.y, add.u1);
  connect(three.y, add.u2);
  connect(two.y, difference.u1);
  connect(three.y, difference.u2);
  connect(two.y, total.u[1]);
  connect(three.y, total.u[2]);
  connect(three.y, total.u[3]);
  connect(two.y, product.u1);
  connect(three.y, product.u2);
  connect(two.y, quotient.u1);
  connect(three.y, quotient.u2);
  connect(one.y, integral.u);
  connect(two.y, lag.u);
  connect(one.y, second.u);
  connect(ramp.y, derivative.u);
  annotation(experiment(StopTime = 2));
end linear;
