within Saltus.Electrical;
model TableVoltage "Source whose voltage is a table of time, straight between its rows"
  extends Interfaces.OnePort;
  extends Saltus.Blocks.Interfaces.Table;
equation
  v = value;
  annotation(Documentation(info = "
    table = [t1, v1; t2, v2; ...] with times that do not fall. Two rows of the same time are a
    jump; before the first and after the last row the voltage stays. Each row is one event.
  "));
end TableVoltage;
