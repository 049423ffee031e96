within Saltus.Blocks;
block Sine "A sine"
  extends Interfaces.SO;
  parameter Real amplitude = 1 "amplitude";
  parameter SI.Frequency f = 1 "frequency";
  parameter SI.Angle phase = 0 "at time 0";
  parameter Real offset = 0 "mean";
equation
  y = offset + amplitude*sin(2*pi*f*time + phase);
  annotation(Documentation(info = "
    y = offset + amplitude sin(2 pi f t + phase).
  "));
end Sine;
