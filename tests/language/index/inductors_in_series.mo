//! 1: 'l1.i' = 0.4865828809674081 +- 1e-5
//! 1: 'l2.i' = -0.4865828809674081 +- 1e-5
//! 0.5: 'l1.v' = 0.4776875403825262 +- 1e-4
//! tol 1e-7 1e-7
// i = 1 - exp(-2 t/3): 3 H and 2 Ohm at 2 V; two currents of which one is the other's negative
model inductors_in_series
  Real 'l1.i'(start = 0), 'l1.v', 'l2.i', 'l2.v';
equation
  'l1.v' = der('l1.i');
  'l2.v' = 2*der('l2.i');
  'l1.i' + 'l2.i' = 0;
  2 = 2*'l1.i' + 'l1.v' - 'l2.v';
  annotation(experiment(StopTime = 2));
end inductors_in_series;
