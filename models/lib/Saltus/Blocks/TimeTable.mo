within Saltus.Blocks;
block TimeTable "A table of time, straight between its rows"
  extends Interfaces.SO;
  extends Interfaces.Table;
equation
  y = value;
  annotation(Documentation(info = "
    table = [t1, y1; t2, y2; ...] with times that do not fall. Two rows of the same time are a
    jump; before the first and after the last row the value stays.
  "));
end TimeTable;
