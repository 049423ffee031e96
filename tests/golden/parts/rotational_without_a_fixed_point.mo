// Two springs, and nothing that is fixed or has inertia between them.
model Shaft
  import Saltus.Rotational.*;
  ConstantTorque drive(tau0 = 1);
  Spring a(c = 100), b(c = 100);
equation
  connect(drive.flange, a.flange_a);
  connect(a.flange_b, b.flange_a);
end Shaft;
