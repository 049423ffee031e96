within Saltus.Blocks;
block DiscreteTransferFunction "Filter with a rational transfer function in z"
  extends Interfaces.SISO(y(start = 0, fixed = true));
  extends Interfaces.Sampled;
  parameter Real b[:] = {1} "numerator, highest power of z first";
  parameter Real a[:] = {1, -0.5} "denominator, highest power of z first";
protected
  final parameter Integer na = size(a, 1);
  final parameter Integer nb = size(b, 1);
  discrete Real x[na](each start = 0, each fixed = true) "the newest first";
equation
  assert(nb <= na, "DiscreteTransferFunction: b must not be longer than a");
  when sample(startTime, samplePeriod) then
    x[1] = (u - sum(a[j + 1]*pre(x[j]) for j in 1:na - 1))/a[1];
    for j in 2:na loop
      x[j] = pre(x[j - 1]);
    end for;
    y = sum(b[j]*x[na - nb + j] for j in 1:nb);
  end when;
  annotation(Documentation(info = "
    Y/U = (b[1] z^(nb-1) + ... + b[nb])/(a[1] z^(na-1) + ... + a[na]), one step per sample. a[1]
    must not be 0, and b must not be longer than a.
  "));
end DiscreteTransferFunction;
