within Saltus;
package Rotational "Shafts: angles in rad, torques in N.m"
  annotation(Documentation(info = "
    A flange has an angle phi and a torque tau into the component. Components with two flanges turn their
    shaft from flange_a to flange_b. Shafts are rigid: two inertias on one shaft have one angle
    and one speed.
  "));
end Rotational;
