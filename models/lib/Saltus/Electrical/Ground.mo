within Saltus.Electrical;
model Ground "Where the potential is 0"
  Interfaces.Pin p;
equation
  p.v = 0;
  annotation(Documentation(info = "
    Every circuit that hangs together needs one: without it potentials are known only up to a
    constant. Two grounds are one node.
  "));
end Ground;
