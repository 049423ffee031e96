within Saltus.Blocks;
block RMS "Effective value over the last full period"
  extends Interfaces.SISO(y(start = 0, fixed = true));
  parameter SI.Frequency f = 50 "the period is 1/f";
  Real x(start = 0, fixed = true) "integral of the square since the period began";
equation
  der(x) = u^2;
  when sample(1/f, 1/f) then
    y = sqrt(f*max(x, 0));
    reinit(x, 0);
  end when;
  annotation(Documentation(info = "
    At the end of each period y becomes the root of the mean square of u over it; it is 0 during
    the first.
  "));
end RMS;
