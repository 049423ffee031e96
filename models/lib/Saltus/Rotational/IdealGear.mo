within Saltus.Rotational;
model IdealGear "Gear without inertia, losses and play"
  extends Interfaces.TwoFlanges;
  parameter Real ratio = 1 "turns of flange_a per turn of flange_b";
equation
  flange_a.phi = ratio*flange_b.phi;
  ratio*flange_a.tau + flange_b.tau = 0;
  annotation(Documentation(info = "
    phi_a = ratio phi_b, tau_b = -ratio tau_a: power goes through as it is. Inertias on both
    sides have one speed between them.
  "));
end IdealGear;
