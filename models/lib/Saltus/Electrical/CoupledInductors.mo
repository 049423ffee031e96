within Saltus.Electrical;
model CoupledInductors "Two inductors with a common part of their flux"
  extends Interfaces.TwoPort(i1(start = 0), i2(start = 0));
  parameter SI.Inductance L1(min = 0) = 1e-3 "first inductance";
  parameter SI.Inductance L2(min = 0) = 1e-3 "second inductance";
  parameter SI.Inductance M = 0.5e-3 "mutual inductance, below sqrt(L1*L2)";
equation
  assert(M^2 < L1*L2, "CoupledInductors: M must be below sqrt(L1*L2)");
  v1 = L1*der(i1) + M*der(i2);
  v2 = M*der(i1) + L2*der(i2);
  annotation(Documentation(info = "
    v1 = L1 i1' + M i2', v2 = M i1' + L2 i2'; the coupling factor is M/sqrt(L1 L2). p1 and p2
    are the ends of the same sense (dots). For perfect coupling take an IdealTransformer with an
    Inductor in parallel.
  "));
end CoupledInductors;
