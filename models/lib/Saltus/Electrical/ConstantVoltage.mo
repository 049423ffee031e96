within Saltus.Electrical;
model ConstantVoltage "Ideal source of a constant voltage"
  extends Interfaces.OnePort;
  parameter SI.Voltage V = 1 "voltage";
equation
  v = V;
  annotation(Documentation(info = "
    v = V, whatever the current. A source that feeds has i < 0, since i is counted from p to n
    inside it. Two of them in parallel contradict each other: give one a resistor.
  "));
end ConstantVoltage;
