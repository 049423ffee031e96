within Saltus.Blocks;
block SampleHold "Takes its input at regular times and holds it"
  extends Interfaces.SISO(y(start = 0, fixed = true));
  extends Interfaces.Sampled;
equation
  when sample(startTime, samplePeriod) then
    y = u;
  end when;
  annotation(Documentation(info = "
    y = u at startTime + k samplePeriod, constant in between. Where the input jumps at such an
    instant, its new value is taken.
  "));
end SampleHold;
