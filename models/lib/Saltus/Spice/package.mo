within Saltus;
package Spice "Parts with the equations and the parameters of SPICE"
  annotation(Documentation(info = "
    What netlists are made of (saltus convert x.cir x.mo). Parameters have the names, the units and
    the defaults of SPICE. Connectors are those of Saltus.Electrical, whose parts can be used beside
    these. Junctions have a conductance GMIN across them, as in SPICE.
  "));
end Spice;
