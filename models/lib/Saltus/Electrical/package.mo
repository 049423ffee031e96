within Saltus;
package Electrical "Circuits: potentials in volts, currents in amperes"
  annotation(Documentation(info = "
    A pin has a potential v and a current i into the component. Every circuit needs one Ground at
    least. In a component with two pins, v = p.v - n.v is its voltage and i = p.i its current,
    counted from p to n inside the component.
  "));
end Electrical;
