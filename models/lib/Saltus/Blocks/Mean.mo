within Saltus.Blocks;
block Mean "Mean over the last full period"
  extends Interfaces.SISO(y(start = 0, fixed = true));
  parameter SI.Frequency f = 50 "the period is 1/f";
  Real x(start = 0, fixed = true) "integral since the period began";
equation
  der(x) = u;
  when sample(1/f, 1/f) then
    y = f*x;
    reinit(x, 0);
  end when;
  annotation(Documentation(info = "
    At the end of each period y becomes the mean of u over it; it is 0 during the first.
  "));
end Mean;
