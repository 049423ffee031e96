//! 1: 'c1.v' = 1.5576015661428098 +- 1e-5
//! 1: 'c2.v' = 1.5576015661428098 +- 1e-5
//! 1: 'c2.i' = -0.58410058730355 +- 1e-4
//! tol 1e-7 1e-7
// One capacitor of 2 F, discharged through 2 Ohm: 2 exp(-t/4)
model capacitors_in_parallel
  parameter Real C1 = 0.5, C2 = 1.5;
  Real 'c1.v'(start = 2), 'c1.i', 'c2.v', 'c2.i', 'r.i';
equation
  'c1.i' = C1*der('c1.v');
  'c2.i' = C2*der('c2.v');
  'c1.v' = 'c2.v';
  'r.i' = 'c1.v'/2;
  'c1.i' + 'c2.i' + 'r.i' = 0;
  annotation(experiment(StopTime = 2));
end capacitors_in_parallel;
