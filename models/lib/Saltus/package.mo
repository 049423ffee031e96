package Saltus "Parts of circuits, drives, rooms and controllers"
  import SI = Modelica.Units.SI;
  import Modelica.Constants.pi;
  annotation(Documentation(info = "
    Electrical, rotational and thermal components, and signal blocks. Everything is plain
    Modelica: a component is a text that can be read, copied and changed. States have start values
    that are not fixed: c(v(start = 5)) sets one, and where wires leave a state no freedom (two
    capacitors in parallel) it follows from the others.
  "));
end Saltus;
