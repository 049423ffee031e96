within Saltus.Electrical;
model PWMVoltage "Source that switches between two voltages, with a duty cycle from outside"
  extends Interfaces.OnePort;
  parameter SI.Voltage V = 1 "when on";
  parameter SI.Voltage offset = 0 "when off";
  parameter SI.Frequency f = 1000 "frequency";
  Saltus.Blocks.PWMTimer timer(f = f) "when it is on";
  Saltus.Blocks.Interfaces.RealInput duty "share of each period, 0 to 1";
equation
  connect(duty, timer.u);
  v = if timer.y then V else offset;
  annotation(Documentation(info = "
    Once per period of 1/f the duty cycle is sampled; v = V for this share of the period, then
    offset. Only instants that are known in advance: no carrier has to be crossed. A constant
    duty cycle is PulseVoltage.
  "));
end PWMVoltage;
