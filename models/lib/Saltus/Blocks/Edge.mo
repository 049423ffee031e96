within Saltus.Blocks;
block Edge "True at the instant at which the input becomes true"
  extends Interfaces.BooleanSISO;
equation
  y = edge(u);
  annotation(Documentation(info = "
    y is true for one instant only: a trigger for what happens in the same event. To count edges
    take Counter.
  "));
end Edge;
