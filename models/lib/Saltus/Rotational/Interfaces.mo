within Saltus.Rotational;
package Interfaces "Flanges, and what rotational components have in common"
  connector Flange "End of a shaft"
    SI.Angle phi "angle";
    flow SI.Torque tau "torque into the component";
  end Flange;

  partial model TwoFlanges "A component between two shafts"
    Flange flange_a "first shaft";
    Flange flange_b "second shaft";
  end TwoFlanges;

  partial model Compliant "Two shafts and a torque that depends on the angle between them"
    extends TwoFlanges;
    SI.Angle phi_rel(start = 0) "flange_b.phi - flange_a.phi";
    SI.Torque tau "between the shafts: into the component at flange_b";
  equation
    phi_rel = flange_b.phi - flange_a.phi;
    flange_b.tau = tau;
    flange_a.tau = -tau;
  end Compliant;

  partial model OneFlange "A torque on a shaft, from the frame"
    Flange flange;
    SI.Torque tau "that turns the shaft";
  equation
    flange.tau = -tau;
  end OneFlange;
  annotation(Documentation(info = "
    Components of your own begin with one of these and add the equation of the torque.
  "));
end Interfaces;
