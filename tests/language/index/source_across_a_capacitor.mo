//! 1: 'c.v' = 0.1411200080598672 +- 1e-6
//! 1: 'c.i' = -5.939954979602673 +- 1e-4
//! 1: 'r.i' = 0.0705600040299336 +- 1e-6
//! 1: 'v.i' = 5.869394975572739 +- 1e-4
// The capacitor's voltage is sin(3 t): no state is left of it, its current is the derivative
model source_across_a_capacitor
  Real 'c.v', 'c.i', 'v.i', 'r.i', x(start = 0);
equation
  'c.v' = sin(3*time);
  'c.i' = 2*der('c.v');
  'r.i' = 'c.v'/2;
  'v.i' + 'c.i' + 'r.i' = 0;
  der(x) = 'c.v';
  annotation(experiment(StopTime = 2));
end source_across_a_capacitor;
