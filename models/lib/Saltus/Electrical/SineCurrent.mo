within Saltus.Electrical;
model SineCurrent "Ideal source of a sinusoidal current"
  extends Interfaces.OnePort;
  parameter SI.Current I = 1 "amplitude";
  parameter SI.Frequency f = 50 "frequency";
  parameter SI.Angle phase = 0 "at time 0";
  parameter SI.Current offset = 0 "mean";
equation
  i = offset + I*sin(2*pi*f*time + phase);
  annotation(Documentation(info = "
    i = offset + I sin(2 pi f t + phase), from p to n inside the source. Must not be left open.
  "));
end SineCurrent;
