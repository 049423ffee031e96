// A dosing schedule: every six hours a dose, at instants that must be met exactly (a solver with large steps passes over
// whole doses), and an alarm with a rescue dose when the concentration falls too low between them.
model dosing
  parameter Real k = 0.2, dose = 1, rescue = 0.25, low = 0.45;
  Real c(start = 0, fixed = true);
  Integer doses(start = 0, fixed = true), rescues(start = 0, fixed = true);
algorithm
  when sample(0, 6) then
    reinit(c, c + dose);
    doses := doses + 1;
  end when;
  when c < low then
    reinit(c, c + rescue);
    rescues := rescues + 1;
  end when;
equation
  der(c) = -k*c;
  annotation(experiment(StopTime = 48));
end dosing;
