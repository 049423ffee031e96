within Saltus.Electrical;
model SineVoltage "Ideal source of a sinusoidal voltage"
  extends Interfaces.OnePort;
  parameter SI.Voltage V = 1 "amplitude";
  parameter SI.Frequency f = 50 "frequency";
  parameter SI.Angle phase = 0 "at time 0";
  parameter SI.Voltage offset = 0 "mean";
equation
  v = offset + V*sin(2*pi*f*time + phase);
  annotation(Documentation(info = "
    v = offset + V sin(2 pi f t + phase). V is the peak, not the effective value. Three of them
    with phase 0, -2 pi/3, 2 pi/3 are a three-phase source.
  "));
end SineVoltage;
