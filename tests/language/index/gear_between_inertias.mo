//! 2: w1 = 1.1428571428571428 +- 1e-9
//! 2: phi1 = 1.1428571428571428 +- 1e-6
//! 2: phi2 = 0.5714285714285714 +- 1e-6
//! 2: w2 = 0.5714285714285714 +- 1e-9
//! 1: tau1 = 0.42857142857142855 +- 1e-9
// One inertia of J1 + J2/ratio^2 = 7/4 under a torque of 1; the constraint is differentiated twice
model gear_between_inertias
  parameter Real J1 = 1, J2 = 3, ratio = 2;
  Real phi1(start = 0), w1(start = 0), phi2, w2, tau1, tau2;
equation
  der(phi1) = w1;
  der(phi2) = w2;
  J1*der(w1) = 1 - tau1;
  J2*der(w2) = tau2;
  phi1 = ratio*phi2;
  tau2 = ratio*tau1;
  annotation(experiment(StopTime = 3));
end gear_between_inertias;
