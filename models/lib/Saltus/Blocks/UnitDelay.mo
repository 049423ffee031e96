within Saltus.Blocks;
block UnitDelay "One sample later"
  extends Interfaces.SISO(y(start = 0, fixed = true));
  extends Interfaces.Sampled;
protected
  discrete Real x(start = 0, fixed = true) "last sample";
equation
  when sample(startTime, samplePeriod) then
    x = u;
    y = pre(x);
  end when;
  annotation(Documentation(info = "
    y at a sample is u of the sample before: 1/z.
  "));
end UnitDelay;
