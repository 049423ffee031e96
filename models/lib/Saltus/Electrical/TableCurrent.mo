within Saltus.Electrical;
model TableCurrent "Source whose current is a table of time, straight between its rows"
  extends Interfaces.OnePort;
  extends Saltus.Blocks.Interfaces.Table;
equation
  i = value;
  annotation(Documentation(info = "
    table = [t1, i1; t2, i2; ...] with times that do not fall; i is counted from p to n inside
    the source. Two rows of the same time are a jump; before the first and after the last row
    the current stays.
  "));
end TableCurrent;
