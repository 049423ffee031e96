within Saltus.Blocks;
block Counter "Counts how often the input becomes true"
  Interfaces.BooleanInput u "input";
  Interfaces.IntegerOutput y(start = 0, fixed = true) "number";
equation
  when u then
    y = pre(y) + 1;
  end when;
  annotation(Documentation(info = "
    An input that is true at the start is not counted.
  "));
end Counter;
